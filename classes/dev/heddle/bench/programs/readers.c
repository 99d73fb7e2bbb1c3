// heddle: model=sc verdict=safe optimal=512+0
//
// One thread writes a variable and N threads read it once: each sees the value before or after,
// whatever the others see, which makes 2^N executions.
//
// Origin: Flanagan, Godefroid: Dynamic Partial-Order Reduction (POPL 2005); as in RCMC.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 9
#endif

static atomic_int x;
static atomic_int names[N + 1];

static void *write_once(void *unused) {
  atomic_store(&x, 42);
  return NULL;
}

static void *read_once(void *argument) {
  int name = *(int *)argument;
  (void)name;
  (void)atomic_load(&x);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  atomic_init(&x, 0);
  for (int i = 0; i <= N; i++) {
    atomic_init(&names[i], i);
  }
  pthread_create(&threads[0], NULL, write_once, NULL);
  for (int i = 1; i <= N; i++) {
    pthread_create(&threads[i], NULL, read_once, &names[i - 1]);
  }
  for (int i = 0; i <= N; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
