// heddle: model=power verdict=safe graph=46+180 -DFENCED
//
// Szymanski's lock: a waiting room with a door. Waiting is an assumption.
#include "power.h"

void __VERIFIER_assume(int);

volatile int flag[2], inside;

static inline void enter(int me) {
  int them = 1 - me;
  flag[me] = 1;
  int seen = flag[them];
  __VERIFIER_assume(seen < 3);
  flag[me] = 3;
  SYNC();
  seen = flag[them];
  if (seen == 1) {
    flag[me] = 2;
    SYNC();
    seen = flag[them];
    __VERIFIER_assume(seen == 4);
  }
  flag[me] = 4;
  SYNC();
  seen = flag[them];
  __VERIFIER_assume(seen < 2);
  inside = me;
  assert(inside == me);
  SYNC();
  __VERIFIER_assume(!(2 <= flag[them] && flag[them] <= 3));
  flag[me] = 0;
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
