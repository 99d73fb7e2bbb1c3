// heddle: model=power verdict=bounded graph=11+14 unroll=2 -DFENCED
//
// Dekker's lock: the turn decides when both want to enter.
#include "power.h"

volatile int wants[2], turn, inside;

static inline void enter(int me) {
  wants[me] = 1;
  SYNC();
  while (wants[1 - me] >= 1) {
    if (turn != me) {
      wants[me] = 0;
      SYNC();
      while (turn != me) {
      }
      wants[me] = 1;
      SYNC();
    }
  }
  SYNC();
  inside = me;
  assert(inside == me);
  SYNC();
  turn = 1 - me;
  SYNC();
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
