// Mutual exclusion by a waiting room with a door. Who would wait gives up for this round. Origin:
// Szymanski: A Simple Solution to Lamport's Concurrent Programming Problem (ICS 1988).

#include "rounds.h"

static atomic_int place[2], inside;

static void round_of(int thread, unsigned count) {
  atomic_int *other = &place[1 - thread];
  STORE(place[thread], 1);
  if (LOAD_ACQUIRE(*other) < 3) {
    STORE(place[thread], 3);
    if (LOAD_ACQUIRE(*other) == 1) {
      STORE(place[thread], 2);
    }
    STORE(place[thread], 4);
    if (LOAD_ACQUIRE(*other) < 2) {
      STORE(inside, thread);
    }
  }
  STORE_RELEASE(place[thread], 0);
}
