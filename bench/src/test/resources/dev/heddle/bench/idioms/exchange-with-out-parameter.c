// heddle: model=sc verdict=safe executions=2+2
//
// A compare-exchange that gives what it found through an out-parameter.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int counter;

static bool exchange(atomic_int *place, int expected, int desired, int *found) {
  bool done = atomic_compare_exchange_strong(place, &expected, desired);
  *found = expected;
  return done;
}

static void *run(void *unused) {
  int found = atomic_load(&counter);
  while (!exchange(&counter, found, found + 1, &found)) {
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(counter == 2);
  return 0;
}
