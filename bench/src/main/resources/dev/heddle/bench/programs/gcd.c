// heddle: model=ra verdict=safe executions=5+0
//
// The greatest common divisor of two numbers by subtraction: one thread makes the first smaller
// while it is larger, the other the second; each looks at most N times.
//
// Origin: Dijkstra: A Discipline of Programming (1976).

#include <stdatomic.h>

#ifndef N
#define N 2
#endif

#define THREADS 2

#include "threads.h"

static atomic_int numbers[2] = {3 * N, 2 * N};

static void run(int thread) {
  for (int i = 0; i < N; i++) {
    int own = atomic_load(&numbers[thread]);
    int other = atomic_load(&numbers[1 - thread]);
    if (own == other) {
      return;
    }
    if (own > other) {
      atomic_store(&numbers[thread], own - other);
    }
  }
}

int main(void) {
  start_threads();
  return 0;
}
