// heddle: model=rc11 verdict=violation kind=assertion line=32 executions=4+0
//
// Two threads write one variable each, then read the other's. With acquire and release both may
// read the old value: each store can wait in a buffer while the load goes ahead. Processors with
// store buffers, such as x86, do this; see what --model tso says.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_by_one, seen_by_two;

static void *one(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_release);
  seen_by_one = atomic_load_explicit(&y, memory_order_acquire);
  return NULL;
}

static void *two(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_release);
  seen_by_two = atomic_load_explicit(&x, memory_order_acquire);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(seen_by_one || seen_by_two);
  return 0;
}
