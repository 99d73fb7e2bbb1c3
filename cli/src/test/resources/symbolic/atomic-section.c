// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;

static void *first(void *unused) {
#ifndef BUG
  __VERIFIER_atomic_begin();
#endif
  x = x + 1;
#ifndef BUG
  __VERIFIER_atomic_end();
#endif
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
