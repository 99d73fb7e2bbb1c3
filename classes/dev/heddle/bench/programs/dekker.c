// heddle: model=sc verdict=safe optimal=71+170
//
// Dekker's mutual exclusion of two threads, each of which enters N times. Waiting is written as an
// assumption: an execution in which a thread would have to look again is counted as blocked.
//
// Origin: dekker of SATCheck (Demsky, Lam, OOPSLA 2015); as in Nidhugg's benchmarks.

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

static atomic_bool wants[2];
static atomic_int turn;
static atomic_int inside;

static void enter_and_leave(int me) {
  int other = 1 - me;
  atomic_store(&wants[me], true);
  while (atomic_load(&wants[other])) {
    __VERIFIER_assume(atomic_load(&turn) != me);
    atomic_store(&wants[me], false);
    __VERIFIER_assume(atomic_load(&turn) == me);
    atomic_store(&wants[me], true);
  }
  atomic_store(&inside, me + 1);
  assert(atomic_load(&inside) == me + 1);
  atomic_store(&turn, other);
  atomic_store(&wants[me], false);
}

static void *contend(void *argument) {
  for (int round = 0; round < N; round++) {
    enter_and_leave((int)(intptr_t)argument);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t me = 0; me < 2; me++) {
    pthread_create(&threads[me], NULL, contend, (void *)me);
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
