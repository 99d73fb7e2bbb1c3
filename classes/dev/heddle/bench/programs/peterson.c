// heddle: model=sc verdict=safe optimal=2420+0
//
// Peterson's mutual exclusion of two threads, each of which enters twice. A thread looks at most N
// times whether it may enter and then gives up, so all executions end.
//
// Origin: peterson of SV-COMP; as in Nidhugg's benchmarks.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

static atomic_int interested[2];
static atomic_int turn;
static atomic_int inside;

static bool may_enter(int me) {
  for (int looks = 0; looks < N; looks++) {
    bool other_interested = atomic_load(&interested[1 - me]) == 1;
    bool turn_of_other = atomic_load(&turn) == 1 - me;
    if (!other_interested || !turn_of_other) {
      return true;
    }
  }
  return false;
}

static void *enter_twice(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int round = 0; round < 2; round++) {
    atomic_store(&interested[me], 1);
    atomic_store(&turn, 1 - me);
    if (!may_enter(me)) {
      return NULL;
    }
    atomic_store(&inside, me + 1);
    assert(atomic_load(&inside) == me + 1);
    atomic_store(&interested[me], 0);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t me = 0; me < 2; me++) {
    pthread_create(&threads[me], NULL, enter_twice, (void *)me);
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
