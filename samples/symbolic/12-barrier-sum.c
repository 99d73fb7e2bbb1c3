// heddle: symbolic verdict=safe
// Two threads exchange values at a barrier, and compute the same sum.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static unsigned long values[2], sums[2];

static void *work(void *argument) {
  long self = (long)argument;
  values[self] = __VERIFIER_nondet_ulong();
  pthread_barrier_wait(&barrier);
  sums[self] = values[0] + values[1];
  return 0;
}

int main(void) {
  pthread_barrier_init(&barrier, 0, 2);
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], 0, work, (void *)i);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], 0);
  }
  assert(sums[0] == sums[1]);
}
