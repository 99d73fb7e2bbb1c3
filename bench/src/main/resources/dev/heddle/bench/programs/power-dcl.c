// heddle: model=power verdict=safe graph=4+3 -DFENCED
//
// Double-checked locking of a singleton, under a lock of two flags. Waiting is an assumption.
#include "power.h"

void __VERIFIER_assume(int);

struct thing {
  int content;
};

volatile int wants[2];
struct thing made;
struct thing *volatile singleton;

static inline void use(int me) {
  struct thing *found = singleton;
  if (!found) {
    wants[me] = 1;
    __asm__ volatile("sync" ::: "memory");
    __VERIFIER_assume(!wants[1 - me]);
    SYNC();
    found = singleton;
    if (!found) {
      found = &made;
      found->content = 1;
      SYNC();
      singleton = found;
    }
    __asm__ volatile("sync" ::: "memory");
    wants[me] = 0;
  }
  assert(found->content == 1);
}

static void *one(void *unused) {
  use(0);
  return 0;
}

static void *other(void *unused) {
  use(1);
  return 0;
}

int main(void) {
  both(one, other);
  return 0;
}
