// heddle: model=sc verdict=safe executions=12+0
//
// Dekker's algorithm, the first one that lets two threads exclude each other without any atomic
// operation but reads and writes. Each says that it wants to enter; if both do, the one whose turn
// it is not steps back.
//
//     ./heddle check samples/07-dekker.c
//
// The waiting of Dekker's algorithm is a loop in a loop. Here a thread tries once and gives up if
// it would have to wait: what is to be proved is that two threads are never inside together, and
// for that it does not matter how often a thread tries.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static atomic_bool wants[2];
static atomic_int turn;
static int inside;

static bool enter(int me) {
  atomic_store(&wants[me], true);
  if (atomic_load(&wants[1 - me])) {
    if (atomic_load(&turn) != me) {
      atomic_store(&wants[me], false);
      return false;
    }
    return !atomic_load(&wants[1 - me]);
  }
  return true;
}

static void leave(int me) {
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], false);
}

static void *contend(void *argument) {
  int me = (int)(intptr_t)argument;
  if (enter(me)) {
    inside++;
    assert(inside == 1);
    inside--;
    leave(me);
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
