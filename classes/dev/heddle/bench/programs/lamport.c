// heddle: model=sc verdict=safe optimal=16+16
//
// Lamport's fast mutual exclusion, for N threads: without contention it takes five writes and two
// reads, however many threads there are. Waiting is written as an assumption, so executions in
// which a thread waits for something that does not come are counted as blocked.
//
// Origin: algorithm 2 of Lamport: A Fast Mutual Exclusion Algorithm (TOCS 1987).

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

void __VERIFIER_assume(int condition);

// The paper's names: b[i] tells that thread i is interested, x who asked last, y who may be inside.
static atomic_intptr_t b[N + 1];
static atomic_intptr_t x, y;
static atomic_intptr_t inside;

static bool try_enter(intptr_t i) {
  atomic_store(&b[i], 1);
  atomic_store(&x, i);
  if (atomic_load(&y) != 0) {
    atomic_store(&b[i], 0);
    __VERIFIER_assume(atomic_load(&y) == 0);
    return false;
  }
  atomic_store(&y, i);
  if (atomic_load(&x) == i) {
    return true;
  }
  atomic_store(&b[i], 0);
  for (int j = 1; j <= N; j++) {
    __VERIFIER_assume(atomic_load(&b[j]) == 0);
  }
  if (atomic_load(&y) == i) {
    return true;
  }
  __VERIFIER_assume(atomic_load(&y) == 0);
  return false;
}

static void *contend(void *argument) {
  intptr_t i = (intptr_t)argument;
  while (!try_enter(i)) {
  }
  atomic_store(&inside, i);
  assert(atomic_load(&inside) == i);
  atomic_store(&y, 0);
  atomic_store(&b[i], 0);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  for (intptr_t i = 1; i <= N; i++) {
    pthread_create(&threads[i], NULL, contend, (void *)i);
  }
  return 0;
}
