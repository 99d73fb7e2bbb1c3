// A ring for one producer and one consumer. Origin: boost's spsc_queue, as in CDSChecker's benchmarks.

#include "rounds.h"

static atomic_uint head, tail;

static void round_of(int thread, unsigned count) {
  if (thread == 0) {
    unsigned end = LOAD(tail);
    if (end - LOAD_ACQUIRE(head) < DATA) {
      STORE(data[end % DATA], (int)end);
      STORE_RELEASE(tail, end + 1);
    }
  } else {
    unsigned begin = LOAD(head);
    if (begin != LOAD_ACQUIRE(tail)) {
      (void)LOAD(data[begin % DATA]);
      STORE_RELEASE(head, begin + 1);
    }
  }
}
