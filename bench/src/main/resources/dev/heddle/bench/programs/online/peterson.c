// Mutual exclusion of two threads by a flag each and a turn. Who cannot enter gives up for this
// round. Origin: Peterson: Myths about the Mutual Exclusion Problem (IPL 1981).

#include "rounds.h"

static atomic_int flag[2], turn;

static void round_of(int thread, unsigned count) {
  STORE(flag[thread], 1);
  STORE_RELEASE(turn, 1 - thread);
  if (!LOAD_ACQUIRE(flag[1 - thread]) || LOAD_ACQUIRE(turn) == thread) {
    work(count);
  }
  STORE_RELEASE(flag[thread], 0);
}
