// heddle: model=sc -DASSUME verdict=safe optimal=6+2
//
// The queued spin lock of the Linux kernel: one word with a byte that says whether it is taken, a
// bit for the thread that is next, and the number of the last thread in a queue of nodes for all
// others. The thread that is next waits at the lock, the others at their nodes.
//
// Origin: Linux 4.9, kernel/locking/qspinlock.c, without virtualisation and with one level of
// nodes, as in the evaluation of Jonsson, Lång, Sagonas: Awaiting for Godot (FMCAD 2022).

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

#include "owners.h"
#include "wait.h"

#define LOCKED 1
#define LOCKED_MASK 0xff
#define PENDING 0x100
#define TAIL_SHIFT 9
#define TAIL_MASK (~0u << TAIL_SHIFT)

struct node {
  _Atomic(struct node *) next;
  atomic_int granted;
  atomic_int nested;
};

// What is written to the byte alone must be seen in the word, and the other way round.
static union {
  atomic_uint word;
  _Atomic(uint8_t) locked;
} lock;

static struct node nodes[N];

/// What the word was; it is changed if it was `from`.
static unsigned change(unsigned from, unsigned to) {
  atomic_compare_exchange_strong(&lock.word, &from, to);
  return from;
}

static unsigned append(unsigned tail) {
  unsigned seen = atomic_load(&lock.word);
  for (;;) {
    unsigned before = change(seen, (seen & ~TAIL_MASK) | tail);
    if (before == seen) {
      return before;
    }
    seen = before;
  }
}

/// Takes the lock from the head of the queue; true if nobody is left in the queue.
static bool take_as_head(unsigned seen, unsigned tail) {
  for (;;) {
    if ((seen & TAIL_MASK) != tail) {
      atomic_store(&lock.locked, LOCKED);
      return false;
    }
    unsigned before = change(seen, LOCKED);
    if (before == seen) {
      return true;
    }
    seen = before;
  }
}

static void take_through_queue(struct node *node, unsigned tail) {
  unsigned before = append(tail);
  struct node *next = NULL;
  if (before & TAIL_MASK) {
    struct node *predecessor = &nodes[(before >> TAIL_SHIFT) - 1];
    atomic_store(&predecessor->next, node);
    WAIT_UNTIL(atomic_load(&node->granted));
    next = atomic_load(&node->next);
  }
  unsigned seen;
  WAIT_UNTIL(!((seen = atomic_load(&lock.word)) & (LOCKED_MASK | PENDING)));
  if (take_as_head(seen, tail)) {
    return;
  }
  if (next == NULL) {
    WAIT_UNTIL((next = atomic_load(&node->next)) != NULL);
  }
  atomic_store(&next->granted, 1);
}

static void wait_in_queue(int thread) {
  struct node *node = &nodes[thread];
  atomic_fetch_add(&node->nested, 1);
  atomic_store(&node->granted, 0);
  atomic_store(&node->next, NULL);
  if (atomic_load(&lock.word) != 0 || change(0, LOCKED) != 0) {
    take_through_queue(node, (unsigned)(thread + 1) << TAIL_SHIFT);
  }
  atomic_fetch_sub(&node->nested, 1);
}

static void acquire(int thread) {
  unsigned seen = change(0, LOCKED);
  if (seen == 0) {
    return;
  }
  if (seen == PENDING) {
    WAIT_UNTIL((seen = atomic_load(&lock.word)) != PENDING);
  }
  unsigned wanted;
  for (;;) {
    if (seen & ~(unsigned)LOCKED_MASK) {
      wait_in_queue(thread);
      return;
    }
    wanted = seen == LOCKED ? LOCKED | PENDING : LOCKED;
    unsigned before = change(seen, wanted);
    if (before == seen) {
      break;
    }
    seen = before;
  }
  if (wanted != LOCKED) {
    WAIT_UNTIL(!(atomic_load(&lock.word) & LOCKED_MASK));
    atomic_fetch_add(&lock.word, LOCKED - PENDING);
  }
}

static void release(int thread) { atomic_fetch_sub(&lock.word, LOCKED); }
