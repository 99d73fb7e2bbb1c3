// THREADS threads that do round_of() again and again, until a run is long enough and is cut. DATA cells
// are what they work on besides, so that there are as many locations as published.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 3
#endif

#ifndef DATA
#define DATA 1
#endif

#define LOAD(location) atomic_load_explicit(&(location), memory_order_relaxed)
#define LOAD_ACQUIRE(location) atomic_load_explicit(&(location), memory_order_acquire)
#define STORE(location, value) atomic_store_explicit(&(location), value, memory_order_relaxed)
#define STORE_RELEASE(location, value) \
  atomic_store_explicit(&(location), value, memory_order_release)
#define ADD(location, value) atomic_fetch_add_explicit(&(location), value, memory_order_acq_rel)
#define EXCHANGE(location, value) atomic_exchange_explicit(&(location), value, memory_order_acq_rel)
#define REPLACE(location, expected, value)              \
  atomic_compare_exchange_strong_explicit(              \
      &(location), expected, value, memory_order_acq_rel, memory_order_acquire)

static atomic_int data[DATA];

// Each thread has its own number, and counts its rounds.
static void round_of(int thread, unsigned count);

// Works on some of the data.
static void work(unsigned which) {
  atomic_int *cell = &data[which % DATA];
  STORE(*cell, LOAD(*cell) + 1);
}

static void *go_round(void *number) {
  for (unsigned count = 0;; count++) {
    round_of((int)(intptr_t)number, count);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) {
    pthread_create(&threads[i], NULL, go_round, (void *)i);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
