// heddle: model=rc11 verdict=violation kind=data-race
// Neither ever goes on, and so neither has an event, but one writes while the other reads.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1;

static void *taker(void *unused) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
  }
  return unused;
}

static void *reader(void *unused) {
  while (*(volatile int *)&lock) {
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, taker, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  return 0;
}
