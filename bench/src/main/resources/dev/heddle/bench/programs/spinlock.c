// heddle: model=ra -DASSUME verdict=safe executions=6+0
//
// A lock that is one word: who exchanges a zero for a one has it. Three threads take it N times.

#include <assert.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif

#define THREADS 3

#include "threads.h"
#include "wait.h"

static atomic_int held;
static atomic_int owner;

static void run(int thread) {
  for (int i = 0; i < N; i++) {
    WAIT_UNTIL(!atomic_exchange(&held, 1));
    atomic_store(&owner, thread);
    assert(atomic_load(&owner) == thread);
    atomic_store(&held, 0);
  }
}

int main(void) {
  start_threads();
  return 0;
}
