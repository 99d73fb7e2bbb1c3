// heddle: model=power verdict=bounded graph=14+102 unroll=2 -DFENCED
//
// One thread parks until another lets it go on, as a runtime of Java once did, with a bug on
// processors that delay stores: who parks without waiting must show that it took the permit before
// it looks at its condition.
#include "power.h"

void __VERIFIER_assume(int);

/* The rest of the program has its barriers in any case. */
#define FENCE() __asm__ volatile("sync" ::: "memory")

volatile int goal, finished;
volatile int wants[2];
volatile int permit, sleeping;

static inline void lock(int me) {
  wants[me] = 1;
  FENCE();
  __VERIFIER_assume(wants[1 - me] == 0);
  FENCE();
}

static inline int trylock(int me) {
  wants[me] = 1;
  FENCE();
  if (wants[1 - me] == 0) {
    FENCE();
    return 1;
  }
  wants[me] = 0;
  return 0;
}

static inline void unlock(int me) {
  FENCE();
  wants[me] = 0;
}

static void unpark(void) {
  lock(0);
  int had = permit;
  permit = 1;
  unlock(0);
  if (had < 1) {
    sleeping = 0;
  }
}

static void park(void) {
  if (permit > 0) {
    permit = 0;
    SYNC();
    return;
  }
  if (!trylock(1)) {
    return;
  }
  if (permit > 0) {
    permit = 0;
    unlock(1);
    return;
  }
  sleeping = 1;
  unlock(1);
  FENCE();
  int over = finished;
  FENCE();
  int waits = sleeping;
  assert(!over || !waits);
  __VERIFIER_assume(!waits);
  lock(1);
  permit = 0;
  unlock(1);
}

static void *parker(void *unused) {
  while (!goal) {
    park();
  }
  return 0;
}

static void *unparker(void *unused) {
  unpark();
  FENCE();
  goal = 1;
  FENCE();
  unpark();
  FENCE();
  finished = 1;
  return 0;
}

int main(void) {
  both(parker, unparker);
  return 0;
}
