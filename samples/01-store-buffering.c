// heddle: model=sc verdict=safe executions=3+0
//
// Two threads write one variable each, then read the other's. Can both read the old value?
//
//     ./heddle check samples/01-store-buffering.c
//
// Under sequential consistency they cannot: memory changes in one order that all threads agree on,
// and whichever write comes first in it is seen by the read of the other thread. Heddle explores
// the three results that remain, (0,1), (1,0) and (1,1), once each, and proves the assertion. On
// real processors, where a write may wait in a buffer while later reads go ahead, both can read 0.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int seen_of_y, seen_of_x;

static void *left(void *unused) {
  atomic_store(&x, 1);
  seen_of_y = atomic_load(&y);
  return NULL;
}

static void *right(void *unused) {
  atomic_store(&y, 1);
  seen_of_x = atomic_load(&x);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, left, NULL);
  pthread_create(&threads[1], NULL, right, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(seen_of_x == 1 || seen_of_y == 1);
  return 0;
}
