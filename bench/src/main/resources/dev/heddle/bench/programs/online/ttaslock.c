// A lock of one word that is exchanged when it looks free. Origin: Rudolph, Segall: Dynamic
// Decentralized Cache Schemes for MIMD Parallel Processors (ISCA 1984).

#include "rounds.h"

static atomic_int locked;

static void round_of(int thread, unsigned count) {
  do {
    while (LOAD(locked)) {}
  } while (EXCHANGE(locked, 1));
  work(count);
  STORE_RELEASE(locked, 0);
}
