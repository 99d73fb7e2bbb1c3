// heddle: model=sc verdict=safe executions=6+0
//
// A barrier separates two phases of a computation: nobody begins the second before all have ended
// the first.
//
//     ./heddle check samples/15-barrier.c
//
// Each thread writes a number of its own and, behind the barrier, adds up those of all. That is
// safe without atomic types. One of the threads is told that it is the serial one, whichever it
// is; it alone may touch what is shared. Take the barrier out, and Heddle finds a sum that is too
// small.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define N 3

static pthread_barrier_t barrier;
static int parts[N];
static int serial_threads;

static void *work(void *argument) {
  int me = (int)(intptr_t)argument;
  parts[me] = 1 << me;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    serial_threads++;
  }
  int sum = 0;
  for (int i = 0; i < N; i++) {
    sum += parts[i];
  }
  assert(sum == (1 << N) - 1);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (intptr_t me = 0; me < N; me++) {
    pthread_create(&threads[me], NULL, work, (void *)me);
  }
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(serial_threads == 1);
  pthread_barrier_destroy(&barrier);
  return 0;
}
