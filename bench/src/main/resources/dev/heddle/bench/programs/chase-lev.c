// heddle: model=ra verdict=safe executions=64+0
//
// A deque of tasks: its owner puts N of them at the bottom and takes as many from there, two
// thieves try to take N from the top. Where one is left, a compare-exchange decides who gets it.
//
// Origin: Chase, Lev: Dynamic Circular Work-Stealing Deque (SPAA 2005); the ring does not grow.

#include <stdatomic.h>

#ifndef N
#define N 1
#endif

#define THREADS 3

#include "threads.h"

static atomic_int top;
static atomic_int bottom;
static atomic_int tasks[N + 1];

static void put(int task) {
  int b = atomic_load(&bottom);
  atomic_store(&tasks[b], task);
  atomic_store(&bottom, b + 1);
}

static int take(void) {
  int b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
  if (t > b) {
    atomic_store(&bottom, b + 1);
    return 0;
  }
  int task = atomic_load(&tasks[b]);
  if (t == b) {
    if (!atomic_compare_exchange_strong(&top, &t, t + 1)) {
      task = 0;
    }
    atomic_store(&bottom, b + 1);
  }
  return task;
}

static int steal(void) {
  int t = atomic_load(&top);
  if (t >= atomic_load(&bottom)) {
    return 0;
  }
  int task = atomic_load(&tasks[t]);
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? task : 0;
}

static void run(int thread) {
  for (int i = 0; i < N && thread == 0; i++) {
    put(i + 1);
  }
  for (int i = 0; i < N; i++) {
    if (thread == 0) {
      take();
    } else {
      steal();
    }
  }
}

int main(void) {
  start_threads();
  return 0;
}
