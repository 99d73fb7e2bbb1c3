// A ticket lock where those who are far from their turn wait at one of many words. Origin: Dice,
// Kogan: TWA, Ticket Locks Augmented with a Waiting Array (Euro-Par 2019).

#include "rounds.h"

static atomic_uint next_ticket, now_serving;

static void round_of(int thread, unsigned count) {
  unsigned ticket = ADD(next_ticket, 1);
  atomic_int *slot = &data[ticket % DATA];
  int seen = LOAD_ACQUIRE(*slot);
  while (ticket - LOAD_ACQUIRE(now_serving) > 1) {
    int changed;
    while ((changed = LOAD_ACQUIRE(*slot)) == seen) {}
    seen = changed;
  }
  while (LOAD_ACQUIRE(now_serving) != ticket) {}
  STORE_RELEASE(now_serving, ticket + 1);
  ADD(data[(ticket + 2) % DATA], 1);
}
