// heddle: with BUG kind=reach-error
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int kind;

static void *first(void *unused) {
  unsigned char k = __VERIFIER_nondet_uchar();
#ifndef BUG
  k %= 3;
#endif
  kind = k;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  switch (kind) {
  case 0:
  case 1:
    break;
  case 2:
    kind = 1;
    break;
  case 200:
    reach_error();
  }
  pthread_join(a, 0);
  return 0;
}
