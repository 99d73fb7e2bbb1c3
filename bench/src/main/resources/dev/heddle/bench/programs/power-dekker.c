// heddle: model=power verdict=safe graph=21+13 -DFENCED -DN=2
//
// Dekker's lock: the turn decides when both want to enter. Waiting is an assumption, and so is that
// nobody looks more than N times in vain.
#include "power.h"

#ifndef N
#define N 10
#endif

void __VERIFIER_assume(int);

volatile int wants[2], turn, inside;

static inline void enter(int me) {
  wants[me] = 1;
  SYNC();
  for (int pass = 0; wants[1 - me] >= 1; pass++) {
    __VERIFIER_assume(pass < N);
    if (turn != me) {
      wants[me] = 0;
      __VERIFIER_assume(turn == me);
      wants[me] = 1;
    }
    SYNC();
  }
  inside = me;
  assert(inside == me);
  SYNC();
  turn = 1 - me;
  wants[me] = 0;
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
