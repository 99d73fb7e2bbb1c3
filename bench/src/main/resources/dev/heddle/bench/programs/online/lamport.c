// Mutual exclusion by reads and writes, with two of them where nobody else wants in. Origin: Lamport:
// A Fast Mutual Exclusion Algorithm (TOCS 1987).

#include "rounds.h"

static atomic_int wants[2], first, second;

static void round_of(int thread, unsigned count) {
  int me = thread + 1;
  STORE(wants[thread], 1);
  STORE_RELEASE(first, me);
  if (LOAD_ACQUIRE(second) != 0) {
    STORE(wants[thread], 0);
    return;
  }
  STORE_RELEASE(second, me);
  if (LOAD_ACQUIRE(first) != me) {
    STORE(wants[thread], 0);
    (void)LOAD_ACQUIRE(wants[1 - thread]);
    if (LOAD_ACQUIRE(second) != me) {
      return;
    }
  }
  work(count);
  STORE_RELEASE(second, 0);
  STORE_RELEASE(wants[thread], 0);
}
