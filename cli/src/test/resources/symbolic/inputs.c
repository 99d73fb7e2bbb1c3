// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic long sum;

static void *first(void *unused) {
  sum += __VERIFIER_nondet_bool();
  sum += __VERIFIER_nondet_char() >= -128;
  sum += __VERIFIER_nondet_uchar() <= 255;
  sum += __VERIFIER_nondet_short() >= -32768;
  sum += __VERIFIER_nondet_ushort() <= 65535;
  sum += __VERIFIER_nondet_long() == 0x123456789abcdefL;
  sum += __VERIFIER_nondet_ulong() == 0xfedcba9876543210uL;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  assert(sum >= 4);
#ifdef BUG
  assert(sum < 7);
#else
  assert(sum <= 7);
#endif
  return 0;
}
