// heddle: model=ra -DASSUME verdict=safe executions=36+0
//
// A barrier that counts the threads that are still to come, and tells them by a change of phase
// that all are there. Three threads go through it N times.
//
// Origin: the sense-reversing centralized barrier of Mellor-Crummey, Scott: Algorithms for Scalable
// Synchronization on Shared-Memory Multiprocessors (TOCS 1991).

#include <stdatomic.h>

#ifndef N
#define N 2
#endif

#define THREADS 3

#include "threads.h"
#include "wait.h"

static atomic_int missing = THREADS;
static atomic_int phase;

static void pass(int next) {
  if (atomic_fetch_sub(&missing, 1) == 1) {
    atomic_store(&missing, THREADS);
    atomic_store(&phase, next);
  } else {
    WAIT_UNTIL(atomic_load(&phase) >= next);
  }
}

static void run(int thread) {
  for (int i = 1; i <= N; i++) {
    pass(i);
  }
}

int main(void) {
  start_threads();
  return 0;
}
