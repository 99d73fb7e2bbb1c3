// A work-stealing deque: its owner pushes and pops at the bottom, thieves steal at the top. Origin:
// Lê, Pop, Cohen, Zappa Nardelli: Correct and Efficient Work-Stealing for Weak Memory Models (PPoPP
// 2013).

#include "rounds.h"

static atomic_int top, bottom;

static void push(void) {
  int end = LOAD(bottom);
  if (end - LOAD_ACQUIRE(top) < 4) {
    STORE_RELEASE(bottom, end + 1);
  }
}

static void pop(void) {
  int end = LOAD(bottom) - 1;
  STORE(bottom, end);
  atomic_thread_fence(memory_order_acq_rel);
  int begin = LOAD(top);
  if (begin >= end) {
    if (begin == end) {
      REPLACE(top, &begin, begin + 1);
    }
    STORE(bottom, end + 1);
  }
}

static void steal(void) {
  int begin = LOAD_ACQUIRE(top);
  atomic_thread_fence(memory_order_acq_rel);
  if (begin < LOAD_ACQUIRE(bottom)) {
    REPLACE(top, &begin, begin + 1);
  }
}

static void round_of(int thread, unsigned count) {
  if (thread > 0) {
    steal();
  } else if (count % 3 == 0) {
    pop();
  } else {
    push();
  }
}
