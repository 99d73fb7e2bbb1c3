// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;

static void *first(void *unused) {
  x++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  int two = __VERIFIER_nondet_bool();
  pthread_create(&a, 0, first, 0);
  if (two) {
    pthread_create(&b, 0, first, 0);
  }
  pthread_join(a, 0);
#ifndef BUG
  if (two) {
    pthread_join(b, 0);
  }
#endif
  assert(x == 1 + two);
  return 0;
}
