// heddle: model=sc unroll=4 verdict=violation
// A third thread looks at the out-parameter of an attempt, and sees what one that fails has left there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int offered = 1;
static atomic_int out = 7;

static bool try_take(atomic_int *number) {
  int found = atomic_load(&offered);
  atomic_store_explicit(number, found, memory_order_relaxed);
  return found == 2;
}

static void *take(void *argument) {
  while (!try_take(&out)) {
  }
  return argument;
}

static void *offer(void *argument) {
  atomic_store(&offered, 2);
  return argument;
}

static void *look(void *argument) {
  assert(atomic_load(&out) != 1);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, take, NULL);
  pthread_create(&threads[1], NULL, offer, NULL);
  pthread_create(&threads[2], NULL, look, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
