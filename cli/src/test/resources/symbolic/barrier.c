// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_barrier_t all;
static atomic_int x;

static void *first(void *unused) {
  x++;
#ifndef BUG
  pthread_barrier_wait(&all);
#endif
  assert(x == 2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&all, 0, 2);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
