// A lock that threads enter in the order of their tickets. Origin: Mellor-Crummey, Scott: Algorithms
// for Scalable Synchronization on Shared-Memory Multiprocessors (TOCS 1991).

#include "rounds.h"

static atomic_uint next_ticket, now_serving;

static void round_of(int thread, unsigned count) {
  unsigned ticket = ADD(next_ticket, 1);
  while (LOAD_ACQUIRE(now_serving) != ticket) {}
  work(count);
  STORE_RELEASE(now_serving, ticket + 1);
}
