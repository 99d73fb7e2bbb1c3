// heddle: with BUG kind=division-by-zero
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int share;

static void *first(void *unused) {
  int x = __VERIFIER_nondet_int();
#ifndef BUG
  __VERIFIER_assume(x > 0);
#endif
  share = 100 / x;
  return 0;
}

static void *second(void *unused) {
  share = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(share <= 100);
  return 0;
}
