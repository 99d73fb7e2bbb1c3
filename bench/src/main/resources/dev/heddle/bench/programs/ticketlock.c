// heddle: model=sc -DASSUME verdict=safe optimal=6+24
//
// A ticket lock: threads enter in the order of their tickets. Two words, one for the next ticket
// and one for the ticket that may enter.
//
// Origin: Mellor-Crummey, Scott: Algorithms for Scalable Synchronization on Shared-Memory
// Multiprocessors (TOCS 1991).

#include <stdatomic.h>

#ifndef N
#define N 3
#endif

#include "owners.h"
#include "wait.h"

static atomic_int next_ticket;
static atomic_int now_serving;

static void acquire(int thread) {
  int ticket = atomic_fetch_add(&next_ticket, 1);
  WAIT_UNTIL(atomic_load(&now_serving) == ticket);
}

static void release(int thread) { atomic_store(&now_serving, atomic_load(&now_serving) + 1); }
