// heddle: model=sc verdict=safe optimal=945+0 rf=120+0
//
// The main thread raises an index before it starts each of N threads; a thread marks the cell that
// the index points to when it looks. Cells that several threads mark are marked in every order,
// which makes 1·3·5···(2N-1) executions.
//
// Origin: sigma of SV-COMP.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static atomic_int cells[N];
static atomic_int top;

static void *mark(void *unused) {
  int cell = atomic_load(&top);
  atomic_store(&cells[cell], 1);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  atomic_init(&top, -1);
  for (int i = 0; i < N; i++) {
    int old = atomic_load(&top);
    atomic_store(&top, old + 1);
    pthread_create(&threads[i], NULL, mark, NULL);
  }
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
