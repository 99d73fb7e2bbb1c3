// heddle: model=rc11 verdict=safe executions=2+4
// A variable that every iteration sets anew, and that is used behind the loop alone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int top;

static void *push(void *unused) {
  bool done = false;
  int seen;
  while (!done) {
    seen = atomic_load_explicit(&top, memory_order_acquire);
    if (seen == atomic_load_explicit(&top, memory_order_relaxed)) {
      int expected = seen;
      done = atomic_compare_exchange_strong_explicit(&top, &expected, seen + 1,
                                                     memory_order_acq_rel, memory_order_relaxed);
    }
  }
  assert(seen < 2);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, push, NULL);
  pthread_create(&threads[1], NULL, push, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(top == 2);
  return 0;
}
