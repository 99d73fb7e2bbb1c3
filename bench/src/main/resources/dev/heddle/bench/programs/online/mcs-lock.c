// A lock whose waiters are a list, each waiting at a word of its own. Origin: Mellor-Crummey, Scott:
// Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors (TOCS 1991).

#include "rounds.h"

static struct node {
  _Atomic(struct node *) next;
  atomic_int granted;
} nodes[THREADS];

static _Atomic(struct node *) tail;

static void round_of(int thread, unsigned count) {
  struct node *node = &nodes[thread];
  STORE(node->granted, 0);
  STORE(node->next, NULL);
  struct node *predecessor = EXCHANGE(tail, node);
  if (predecessor != NULL) {
    STORE_RELEASE(predecessor->next, node);
    while (!LOAD_ACQUIRE(node->granted)) {}
  }
  work(count);
  struct node *next = LOAD_ACQUIRE(node->next);
  if (next == NULL) {
    struct node *expected = node;
    if (REPLACE(tail, &expected, NULL)) {
      return;
    }
    while ((next = LOAD_ACQUIRE(node->next)) == NULL) {}
  }
  STORE_RELEASE(next->granted, 1);
}
