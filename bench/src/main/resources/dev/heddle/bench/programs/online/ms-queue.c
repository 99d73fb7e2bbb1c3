// A queue of links with a head and a tail that are replaced. Nodes have numbers and are used again, by
// the thread that they belong to. Origin: Michael, Scott: Simple, Fast, and Practical Non-Blocking and
// Blocking Concurrent Queue Algorithms (PODC 1996).

#include "rounds.h"

static atomic_uint next[THREADS + 1];
static atomic_uint head = THREADS, tail = THREADS;

static void enqueue(unsigned node, unsigned count) {
  unsigned last = LOAD_ACQUIRE(tail);
  STORE(next[node], 0);
  unsigned none = 0;
  if (LOAD_ACQUIRE(next[last & 0xff]) == 0
      && REPLACE(next[last & 0xff], &none, (count << 8) | (node + 1))) {
    REPLACE(tail, &last, (count << 8) | node);
  }
}

static void dequeue(void) {
  unsigned first = LOAD_ACQUIRE(head);
  unsigned last = LOAD_ACQUIRE(tail);
  unsigned second = LOAD_ACQUIRE(next[first & 0xff]);
  if (first != last && second != 0) {
    REPLACE(head, &first, second - 1);
  }
}

static void round_of(int thread, unsigned count) {
  if (count % 2 == 0) {
    enqueue((unsigned)thread, count);
  } else {
    dequeue();
  }
}
