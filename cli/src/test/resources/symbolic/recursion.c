// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int depth;

static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }

static void *first(void *unused) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 3);
  depth = sum(n);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
#ifdef BUG
  assert(depth < 6);
#else
  assert(depth <= 6);
#endif
  return 0;
}
