// heddle: model=sc unroll=4 verdict=bounded optimal=901+374
//
// A queue as a list with a head and a tail, both changed by compare-exchange. The tail may lag
// behind; whoever sees it does so moves it. Nodes are numbers, and what points to a node carries a
// count of changes in its upper half. A dequeue that loses to another is not tried again. Of N
// threads one enqueues, one dequeues, and the others enqueue and then dequeue.
//
// Origin: Michael, Scott: Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue
// Algorithms (PODC 1996), as in CDSChecker's benchmarks and the evaluation of Jonsson, Lång,
// Sagonas: Awaiting for Godot (FMCAD 2022).

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

#include "threads.h"

void __VERIFIER_assume(int condition);

typedef uint64_t pointer;
typedef uint32_t index;

// No node; where a queue's first node has no successor.
#define NONE 0
#define DUMMY 1
// What no node may ever point to: a successor that nobody has set yet.
#define POISON 0x666

struct node {
  unsigned value;
  _Atomic(pointer) next;
};

static _Atomic(pointer) head, tail;
static struct node nodes[DUMMY + 1 + N];
static unsigned dequeued[N];
static bool found[N];

static pointer point_to(index node, index changes) { return (pointer)changes << 32 | node; }

static index target(pointer p) { return (index)p; }

static index changes(pointer p) { return (index)(p >> 32); }

static bool change(_Atomic(pointer) * place, pointer from, pointer to) {
  return atomic_compare_exchange_strong(place, &from, to);
}

static void enqueue(index node, unsigned value) {
  nodes[node].value = value;
  atomic_store(&nodes[node].next, point_to(NONE, changes(atomic_load(&nodes[node].next))));
  pointer last;
  bool linked = false;
  while (!linked) {
    last = atomic_load(&tail);
    _Atomic(pointer) *link = &nodes[target(last)].next;
    pointer next = atomic_load(link);
    if (atomic_load(&tail) == last) {
      assert(target(next) != POISON);
      if (target(next) == NONE) {
        linked = change(link, next, point_to(node, changes(next) + 1));
      }
      if (!linked) {
        change(&tail, last, point_to(target(atomic_load(link)), changes(last) + 1));
      }
    }
  }
  change(&tail, last, point_to(node, changes(last) + 1));
}

static bool dequeue(unsigned *value) {
  bool unlinked = false;
  while (!unlinked) {
    pointer first = atomic_load(&head);
    pointer last = atomic_load(&tail);
    pointer next = atomic_load(&nodes[target(first)].next);
    if (atomic_load(&head) == first) {
      if (target(first) == target(last)) {
        assert(target(next) != POISON);
        if (target(next) == NONE) {
          return false;
        }
        change(&tail, last, point_to(target(next), changes(last) + 1));
      } else {
        *value = nodes[target(next)].value;
        unlinked = change(&head, first, point_to(target(next), changes(first) + 1));
        __VERIFIER_assume(unlinked);
      }
    }
  }
  return true;
}

static void run(int thread) {
  if (thread != 1) {
    enqueue((index)(DUMMY + 1 + thread), (unsigned)thread);
  }
  if (thread != 0) {
    found[thread] = dequeue(&dequeued[thread]);
  }
}

int main(void) {
  atomic_init(&head, point_to(DUMMY, 0));
  atomic_init(&tail, point_to(DUMMY, 0));
  atomic_init(&nodes[DUMMY].next, point_to(NONE, 0));
  for (int i = 0; i < N; i++) {
    atomic_init(&nodes[DUMMY + 1 + i].next, point_to(POISON, 0));
  }
  start_threads();
  return 0;
}
