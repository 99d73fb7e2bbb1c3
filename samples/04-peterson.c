// heddle: model=sc verdict=safe executions=4+4
//
// Peterson's algorithm lets two threads exclude each other with plain reads and writes. Does it?
//
//     ./heddle check samples/04-peterson.c
//
// It does, under sequential consistency. A thread that has to wait reads the same variables again
// and again. Heddle sees that an iteration of the loop that finds nothing new does nothing, and
// does not explore it; an execution that comes to one is counted as blocked and not followed
// further. Nothing is lost: the execution in which the thread reads later is explored as well.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static atomic_bool wants[2];
static atomic_int yields;
static int inside;

static void *contend(void *argument) {
  int me = (int)(intptr_t)argument;
  atomic_store(&wants[me], true);
  atomic_store(&yields, me);
  while (atomic_load(&wants[1 - me]) && atomic_load(&yields) == me) {
  }

  inside++;
  assert(inside == 1);
  inside--;

  atomic_store(&wants[me], false);
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
