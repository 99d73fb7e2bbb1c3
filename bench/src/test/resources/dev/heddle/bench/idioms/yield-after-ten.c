// heddle: model=sc verdict=safe executions=1+0
//
// A waiter that counts its attempts, and yields after the tenth.

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *wait(void *unused) {
  int attempts = 0;
  do {
    if (++attempts > 10) {
      sched_yield();
    }
  } while (!atomic_load(&ready));
  assert(data == 1);
  return unused;
}

static void *set(void *unused) {
  data = 1;
  atomic_store(&ready, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, wait, NULL);
  pthread_create(&threads[1], NULL, set, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
