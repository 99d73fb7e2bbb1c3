// heddle: model=sc -DASSUME unroll=4 verdict=bounded optimal=336+426
//
// A queue lock: each thread waits at a word of its own node, and whoever leaves tells the next in
// the queue. A thread that leaves and sees nobody behind it, although the tail is not its own node
// any more, has to wait until its successor has made itself known.
//
// Origin: Mellor-Crummey, Scott: Algorithms for Scalable Synchronization on Shared-Memory
// Multiprocessors (TOCS 1991), as the Linux kernel has it, and as in the evaluation of Jonsson,
// Lång, Sagonas: Awaiting for Godot (FMCAD 2022).

#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

#include "owners.h"
#include "wait.h"

struct node {
  _Atomic(struct node *) next;
  atomic_int granted;
};

static struct node nodes[N];
static _Atomic(struct node *) tail;

static void acquire(int thread) {
  struct node *node = &nodes[thread];
  atomic_store(&node->granted, 0);
  atomic_store(&node->next, NULL);
  struct node *predecessor = atomic_exchange(&tail, node);
  if (predecessor != NULL) {
    atomic_store(&predecessor->next, node);
    WAIT_UNTIL(atomic_load(&node->granted));
  }
}

static void release(int thread) {
  struct node *node = &nodes[thread];
  struct node *next = atomic_load(&node->next);
  if (next == NULL) {
    struct node *expected = node;
    if (atomic_compare_exchange_strong(&tail, &expected, NULL)) {
      return;
    }
    // Never an assumption: what others published for this lock has it as a loop.
    while ((next = atomic_load(&node->next)) == NULL) {}
  }
  atomic_store(&next->granted, 1);
}
