// heddle: model=sc verdict=safe executions=3+0
//
// A semaphore that tries ten thousand times to take something before it sleeps. An attempt that
// finds nothing is as good as all; one whose compare-exchange fails counts.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int count;
static sem_t sleeping;
static int data;

static void wait_for_it(void) {
  int spin = 10000;
  while (--spin >= 0) {
    int old = atomic_load_explicit(&count, memory_order_relaxed);
    if (old > 0
        && atomic_compare_exchange_strong_explicit(
            &count, &old, old - 1, memory_order_acquire, memory_order_relaxed)) {
      return;
    }
    atomic_signal_fence(memory_order_acquire);
  }
  if (atomic_fetch_sub_explicit(&count, 1, memory_order_acquire) <= 0) {
    sem_wait(&sleeping);
  }
}

static void *signal_it(void *unused) {
  data = 1;
  if (atomic_fetch_add_explicit(&count, 1, memory_order_release) < 0) {
    sem_post(&sleeping);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&sleeping, 0, 0);
  pthread_create(&thread, NULL, signal_it, NULL);
  wait_for_it();
  assert(data == 1);
  pthread_join(thread, NULL);
}
