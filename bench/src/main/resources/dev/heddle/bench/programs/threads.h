// THREADS threads, by default N, each of which does run() with its own number.

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS N
#endif

static void run(int thread);

static void *run_as(void *number) {
  run((int)(intptr_t)number);
  return NULL;
}

// Recursive, so that a bound on loops concerns none but those of the benchmark.
static void start_threads_from(intptr_t number) {
  pthread_t thread;
  if (number < THREADS) {
    pthread_create(&thread, NULL, run_as, (void *)number);
    start_threads_from(number + 1);
  }
}

static void start_threads(void) { start_threads_from(0); }
