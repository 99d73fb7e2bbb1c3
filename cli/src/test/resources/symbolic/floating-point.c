// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic int shared = 1;

static void *first(void *unused) {
  int x = __VERIFIER_nondet_int();
#ifndef BUG
  __VERIFIER_assume(x >= -100 && x <= 100);
#else
  __VERIFIER_assume(x >= 16777216 && x <= 16777218);
#endif
  float f = (float)x;
  shared = (int)f == x;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  assert(shared);
  return 0;
}
