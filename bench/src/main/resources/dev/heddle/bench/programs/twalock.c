// heddle: model=sc -DASSUME verdict=safe optimal=96+90
//
// A ticket lock with a waiting array: only the thread whose turn is next looks at the word of the
// lock; the others wait for a change of the slot that belongs to their ticket.
//
// Origin: Dice, Kogan: TWA - Ticket Locks Augmented with a Waiting Array (Euro-Par 2019), as in the
// evaluation of Jonsson, Lång, Sagonas: Awaiting for Godot (FMCAD 2022).

#include <stdatomic.h>

#ifndef N
#define N 3
#endif

#include "owners.h"
#include "wait.h"

// Tickets that are this close to their turn wait at the lock itself.
#define NEAR 1
#define SLOTS 64

static atomic_int next_ticket;
static atomic_int now_serving;
static atomic_int slots[SLOTS];

static atomic_int *slot_of(int ticket) { return &slots[ticket % SLOTS]; }

static void wait_far_away(int ticket) {
  atomic_int *slot = slot_of(ticket);
  int seen = atomic_load(slot);
  int distance = ticket - atomic_load(&now_serving);
  while (distance > NEAR) {
    int changed;
    WAIT_UNTIL((changed = atomic_load(slot)) != seen);
    seen = changed;
    distance = ticket - atomic_load(&now_serving);
  }
}

static void acquire(int thread) {
  int ticket = atomic_fetch_add(&next_ticket, 1);
  int distance = ticket - atomic_load(&now_serving);
  if (distance == 0) {
    return;
  }
  if (distance > NEAR) {
    wait_far_away(ticket);
  }
  WAIT_UNTIL(atomic_load(&now_serving) == ticket);
}

static void release(int thread) {
  int ticket = atomic_load(&now_serving) + 1;
  atomic_store(&now_serving, ticket);
  atomic_fetch_add(slot_of(ticket + NEAR), 1);
}
