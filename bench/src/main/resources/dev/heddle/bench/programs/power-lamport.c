// heddle: model=power verdict=bounded graph=64+24 unroll=2 -DFENCED
//
// Lamport's fast mutual exclusion for two threads.
#include "power.h"

volatile int b[2], x, y, inside;

static inline void enter(int me) {
  int id = me + 1;
  while (1) {
    b[me] = 1;
    x = id;
    SYNC();
    if (y != 0) {
      b[me] = 0;
      SYNC();
      while (y != 0) {
      }
      continue;
    }
    y = id;
    SYNC();
    if (x != id) {
      b[me] = 0;
      SYNC();
      while (b[1 - me] >= 1) {
      }
      if (y != id) {
        while (y != 0) {
        }
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
