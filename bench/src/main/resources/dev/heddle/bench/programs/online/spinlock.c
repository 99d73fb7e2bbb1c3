// A lock of one word that is exchanged until it was free.

#include "rounds.h"

static atomic_int locked;

static void round_of(int thread, unsigned count) {
  while (EXCHANGE(locked, 1)) {}
  work(count);
  STORE_RELEASE(locked, 0);
}
