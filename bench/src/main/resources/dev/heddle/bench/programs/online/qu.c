// A queue of links: the tail is exchanged, and the one before it linked to the new one. Nodes are used
// again. Origin: qu of GenMC's benchmarks.

#include "rounds.h"

#define NODES (3 * THREADS)

static atomic_int next[NODES];
static atomic_int tail;

static void round_of(int thread, unsigned count) {
  int node = thread * 3 + (int)(count % 3);
  STORE(next[node], -1);
  int before = EXCHANGE(tail, node);
  STORE_RELEASE(next[before], node);
  int seen = LOAD_ACQUIRE(next[(node + 3) % NODES]);
  if (seen >= 0) {
    (void)LOAD_ACQUIRE(next[seen]);
  }
}
