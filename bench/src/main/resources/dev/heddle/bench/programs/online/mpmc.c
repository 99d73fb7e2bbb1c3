// A bounded queue for many: one word counts what has begun, two others what has ended. Origin: a queue
// by Dmitry Vyukov, as in CDSChecker's benchmarks.

#include "rounds.h"

#define CAPACITY 4

static atomic_uint begun, written, taken;

static void round_of(int thread, unsigned count) {
  unsigned seen = LOAD_ACQUIRE(begun);
  unsigned reads = seen >> 16;
  unsigned writes = seen & 0xffff;
  if (thread % 2 == 0) {
    if (((writes - reads) & 0xffff) < CAPACITY
        && REPLACE(begun, &seen, reads << 16 | ((writes + 1) & 0xffff))) {
      while ((LOAD_ACQUIRE(taken) & 0xffff) != reads) {}
      ADD(written, 1);
    }
  } else if (reads != writes && REPLACE(begun, &seen, ((reads + 1) & 0xffff) << 16 | writes)) {
    while ((LOAD_ACQUIRE(written) & 0xffff) != writes) {}
    ADD(taken, 1);
  }
}
