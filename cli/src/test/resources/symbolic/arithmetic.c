// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic int shared;

static void *first(void *unused) {
  int x = __VERIFIER_nondet_int();
#ifndef BUG
  __VERIFIER_assume(x > -2147483647 - 1);
#endif
  shared = x < 0 ? (int)(0u - (unsigned)x) : x;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  assert(shared >= 0);
  return 0;
}
