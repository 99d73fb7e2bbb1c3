// heddle: model=power verdict=safe graph=30+20 -DFENCED
//
// Lamport's fast mutual exclusion for two threads. Waiting is an assumption.
#include "power.h"

#ifndef N
#define N 8
#endif

void __VERIFIER_assume(int);

volatile int b[2], x, y, inside;

static inline void enter(int me) {
  int id = me + 1;
  for (int pass = 0;; pass++) {
    __VERIFIER_assume(pass < N);
    b[me] = 1;
    x = id;
    SYNC();
    if (y != 0) {
      b[me] = 0;
      __VERIFIER_assume(y == 0);
      continue;
    }
    y = id;
    SYNC();
    if (x != id) {
      b[me] = 0;
      SYNC();
      __VERIFIER_assume(b[1 - me] < 1);
      if (y != id) {
        __VERIFIER_assume(y == 0);
        continue;
      }
    }
    break;
  }
  SYNC();
  inside = me;
  assert(inside == me);
  SYNC();
  y = 0;
  b[me] = 0;
}

static void *one(void *unused) {
  enter(0);
  return 0;
}

static void *other(void *unused) {
  enter(1);
  return 0;
}

int main(void) {
  both(one, other);
  return 0;
}
