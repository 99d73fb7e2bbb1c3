// heddle: model=rc11 verdict=violation kind=data-race
// Who waits for good writes again and again what is there already.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1;

static void *waiter(void *unused) {
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  return *(int *)&lock != 1;
}
