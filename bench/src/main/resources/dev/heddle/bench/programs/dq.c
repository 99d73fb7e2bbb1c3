// heddle: model=ra verdict=safe executions=16+0
//
// A deque in an array whose two ends are one word: who pushes or pops at either end changes it by
// compare-exchange. Three threads do N operations each: one at the left, one at the right, one at both.

#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 1
#endif

#define THREADS 3

#include "threads.h"

#define PLACES (4 * N + 2)
#define ENDS(left, right) (((uint32_t)(left) << 16) | (uint32_t)(right))

static _Atomic uint32_t ends = ENDS(2 * N, 2 * N);
static atomic_int places[PLACES];

static int push(int value, int at_left) {
  uint32_t seen = atomic_load(&ends);
  uint32_t left = seen >> 16;
  uint32_t right = seen & 0xffff;
  uint32_t next = at_left ? ENDS(left - 1, right) : ENDS(left, right + 1);
  atomic_store(&places[at_left ? left - 1 : right], value);
  return atomic_compare_exchange_strong(&ends, &seen, next);
}

static int pop(int at_left) {
  uint32_t seen = atomic_load(&ends);
  uint32_t left = seen >> 16;
  uint32_t right = seen & 0xffff;
  if (left == right) {
    return 0;
  }
  int value = atomic_load(&places[at_left ? left : right - 1]);
  uint32_t next = at_left ? ENDS(left + 1, right) : ENDS(left, right - 1);
  return atomic_compare_exchange_strong(&ends, &seen, next) ? value : 0;
}

static void run(int thread) {
  for (int i = 0; i < N; i++) {
    if (thread == 2) {
      pop(i % 2);
    } else {
      push(i + 1, thread);
    }
  }
}

int main(void) {
  start_threads();
  return 0;
}
