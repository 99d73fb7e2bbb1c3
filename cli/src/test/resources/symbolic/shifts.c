// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic unsigned shared = 1;

static void *first(void *unused) {
  unsigned char by = __VERIFIER_nondet_uchar();
  shared = 1u << (by & 31);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  unsigned x = shared;
  assert((x & (x - 1)) == 0);
#ifdef BUG
  assert((int)x >> 31 == 0);
#else
  assert((int)x >> 31 == 0 || x == 0x80000000u);
#endif
  pthread_join(a, 0);
  return 0;
}
