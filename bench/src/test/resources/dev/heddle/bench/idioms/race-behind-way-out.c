// heddle: model=rc11 verdict=violation kind=data-race line=25
// A look in an iteration that does nothing races with a write that depends on how the loop ends.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static atomic_int ticket;

static void *taker(void *unused) {
  int seen = atomic_load_explicit(&taken, memory_order_relaxed);
  for (;;) {
    int wanted = atomic_load_explicit(&ticket, memory_order_relaxed);
    if (wanted == seen) {
      seen = *(int *)&taken;
    } else if (atomic_compare_exchange_strong_explicit(
                   &taken, &seen, wanted, memory_order_relaxed, memory_order_relaxed)) {
      return unused;
    }
  }
}

static void *giver(void *unused) {
  int given = 2;
  atomic_store_explicit(&ticket, given, memory_order_relaxed);
  atomic_compare_exchange_strong_explicit(
      &taken, &given, 1, memory_order_relaxed, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, taker, NULL);
  pthread_create(&threads[1], NULL, giver, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
