// A deque of which only the ends count: its owner moves the bottom, thieves the top. Origin: dq of
// GenMC's benchmarks.

#include "rounds.h"

static atomic_int top, bottom;

static void round_of(int thread, unsigned count) {
  if (thread == 0) {
    int end = LOAD(bottom);
    STORE_RELEASE(bottom, end + 2);
    STORE(bottom, end + 1);
    if (LOAD(top) > end) {
      STORE(bottom, end);
    }
  } else {
    int begin = LOAD(top);
    if (begin < LOAD_ACQUIRE(bottom)) {
      atomic_compare_exchange_strong_explicit(
          &top, &begin, begin + 1, memory_order_relaxed, memory_order_relaxed);
    }
  }
}
