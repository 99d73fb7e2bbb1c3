// heddle: model=power verdict=safe graph=1+15 -DFENCED
//
// Two workers of a database wake each other: who is woken must see what it is to do. Waiting is an
// assumption.
#include "power.h"

#ifndef N
#define N 8
#endif

void __VERIFIER_assume(int);

volatile int latch[2] = {1, 0}, flag[2] = {1, 0};

static inline void work(int me) {
  for (int pass = 0; pass < N; pass++) {
    __VERIFIER_assume(latch[me]);
    SYNC();
    assert(!latch[me] || flag[me]);
    latch[me] = 0;
    if (flag[me]) {
      flag[me] = 0;
      flag[1 - me] = 1;
      SYNC();
      latch[1 - me] = 1;
    }
  }
}

static void *one(void *unused) {
  work(0);
  return 0;
}

static void *other(void *unused) {
  work(1);
  return 0;
}

int main(void) {
  both(one, other);
  return 0;
}
