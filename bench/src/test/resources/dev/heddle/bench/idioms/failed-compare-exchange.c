// heddle: model=rc11 verdict=safe executions=2+0
// A compare-exchange that fails only reads, so that it may meet a plain read of the lock.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;

static void *work(void *unused) {
  int free = 0;
  while (!atomic_compare_exchange_strong_explicit(
      &lock, &free, 1, memory_order_acquire, memory_order_relaxed)) {
    free = 0;
  }
  int held = *(int *)&lock;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return held ? unused : NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
