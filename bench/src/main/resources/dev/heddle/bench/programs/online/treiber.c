// A stack of links, whose top is replaced. Its nodes have numbers, and the top a counter. Origin:
// Treiber: Systems Programming, Coping with Parallelism (1986).

#include "rounds.h"

#define NODES (2 * THREADS)

static atomic_uint next[NODES];
static atomic_uint top = NODES;

static void round_of(int thread, unsigned count) {
  unsigned mine = (unsigned)thread * 2 + count / 2 % 2;
  unsigned seen = LOAD_ACQUIRE(top);
  if (count % 2 == 0) {
    STORE(next[mine], seen & 0xff);
    REPLACE(top, &seen, ((seen & ~0xffu) + 0x100) | mine);
  } else if ((seen & 0xff) != NODES) {
    unsigned below = LOAD(next[seen & 0xff]);
    REPLACE(top, &seen, ((seen & ~0xffu) + 0x100) | below);
  }
}
