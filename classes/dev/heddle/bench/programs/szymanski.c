// heddle: model=sc verdict=safe optimal=1991+0
//
// Szymanski's mutual exclusion of two threads, each of which enters twice: a waiting room with a
// door in and a door out. A thread looks at most N times at each door and then gives up, so all
// executions end.
//
// Origin: szymanski of SV-COMP; as in Nidhugg's benchmarks.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 1
#endif

enum { OUTSIDE, WANTS_IN, WAITS_FOR_OTHERS, AT_DOOR, IN_ROOM };

static atomic_int place[2];
static atomic_int inside;

static bool see_below(int other, int bound) {
  for (int looks = 0; looks < N; looks++) {
    if (atomic_load(&place[other]) < bound) {
      return true;
    }
  }
  return false;
}

static bool see_in_room(int other) {
  for (int looks = 0; looks < N; looks++) {
    if (atomic_load(&place[other]) == IN_ROOM) {
      return true;
    }
  }
  return false;
}

static bool see_away_from_door(int other) {
  for (int looks = 0; looks < N; looks++) {
    if (atomic_load(&place[other]) < WAITS_FOR_OTHERS || atomic_load(&place[other]) > AT_DOOR) {
      return true;
    }
  }
  return false;
}

static bool enter_and_leave(int me) {
  int other = 1 - me;
  atomic_store(&place[me], WANTS_IN);
  if (!see_below(other, AT_DOOR)) {
    return false;
  }
  atomic_store(&place[me], AT_DOOR);
  if (atomic_load(&place[other]) == WANTS_IN) {
    atomic_store(&place[me], WAITS_FOR_OTHERS);
    if (!see_in_room(other)) {
      return false;
    }
  }
  atomic_store(&place[me], IN_ROOM);
  if (!see_below(other, WAITS_FOR_OTHERS)) {
    return false;
  }
  atomic_store(&inside, me + 1);
  assert(atomic_load(&inside) == me + 1);
  if (!see_away_from_door(other)) {
    return false;
  }
  atomic_store(&place[me], OUTSIDE);
  return true;
}

static void *enter_twice(void *argument) {
  int me = (int)(intptr_t)argument;
  if (enter_and_leave(me)) {
    enter_and_leave(me);
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
