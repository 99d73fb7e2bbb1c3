// heddle: model=sc verdict=safe optimal=426+0
//
// A stack as a list whose top is changed by compare-exchange. Nodes are not used again. Of N
// threads two push, and the others push and then pop.
//
// Origin: Treiber: Systems Programming: Coping with Parallelism (IBM, 1986), as in the evaluation
// of Jonsson, Lång, Sagonas: Awaiting for Godot (FMCAD 2022).

#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

#include "threads.h"

struct node {
  _Atomic(struct node *) next;
  int value;
};

static _Atomic(struct node *) top;
static struct node nodes[N];

static void push(struct node *node, int value) {
  node->value = value;
  struct node *seen;
  do {
    seen = atomic_load(&top);
    atomic_store(&node->next, seen);
  } while (!atomic_compare_exchange_strong(&top, &seen, node));
}

static int pop(void) {
  struct node *seen, *next;
  do {
    seen = atomic_load(&top);
    if (seen == NULL) {
      return -1;
    }
    next = atomic_load(&seen->next);
  } while (!atomic_compare_exchange_strong(&top, &seen, next));
  return seen->value;
}

static void run(int thread) {
  push(&nodes[thread], thread);
  if (thread >= 2) {
    pop();
  }
}

int main(void) {
  start_threads();
  return 0;
}
