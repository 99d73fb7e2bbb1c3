// heddle: model=rc11 verdict=violation kind=data-race line=20
// What a loop reads while it waits may race, though the iterations do nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *waiter(void *unused) {
  int seen = 0;
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
    seen = data;
  }
  return NULL;
}

static void *setter(void *unused) {
  // The waiter may read this
  // at the same time.
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, setter, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
