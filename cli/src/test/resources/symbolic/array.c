// heddle: with BUG kind=out-of-bounds
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint cells[4] = {9, 9, 9, 9};

static void *first(void *unused) {
  unsigned i = __VERIFIER_nondet_uint();
#ifdef BUG
  __VERIFIER_assume(i <= 4);
#else
  __VERIFIER_assume(i < 4);
#endif
  cells[i] = i;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (unsigned k = 0; k < 4; k++) {
    assert(cells[k] == k || cells[k] == 9);
  }
  return 0;
}
