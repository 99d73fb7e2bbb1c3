// Mutual exclusion of two threads by a flag each and a turn that changes when both are in. Origin:
// Dekker's algorithm, as told by Dijkstra: Cooperating Sequential Processes (1965).

#include "rounds.h"

static atomic_int flag[2], turn;

static void round_of(int thread, unsigned count) {
  STORE(flag[thread], 1);
  if (LOAD_ACQUIRE(flag[1 - thread])) {
    if (LOAD(turn) != thread) {
      STORE(flag[thread], 0);
      return;
    }
  }
  STORE(turn, 1 - thread);
  STORE_RELEASE(flag[thread], 0);
}
