// heddle: model=power verdict=safe graph=4+6 -DFENCED
//
// Peterson's lock: who comes second waits. The wait is an assumption.
#include "power.h"

void __VERIFIER_assume(int);

volatile int interested[2], turn, inside;

static inline void enter(int me) {
  interested[me] = 1;
  SYNC();
  turn = me;
  SYNC();
  __VERIFIER_assume(!(interested[1 - me] == 1 && turn == me));
  SYNC();
  inside = me;
  assert(inside == me);
  SYNC();
  interested[me] = 0;
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
