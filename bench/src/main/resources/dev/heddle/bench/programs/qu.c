// heddle: model=ra verdict=safe executions=12+0
//
// A queue as a list with a first node that holds nothing: two threads append N nodes each by a
// compare-exchange of the last link and then move the tail, a third takes N from the head.

#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

#define THREADS 3

#include "threads.h"

struct node {
  _Atomic(struct node *) next;
  atomic_int value;
};

static struct node nodes[2 * N + 1];
static _Atomic(struct node *) head = &nodes[2 * N];
static _Atomic(struct node *) tail = &nodes[2 * N];

static int append(struct node *node, int value) {
  atomic_store(&node->value, value);
  struct node *last = atomic_load(&tail);
  struct node *none = NULL;
  int is_appended = atomic_compare_exchange_strong(&last->next, &none, node);
  struct node *next = is_appended ? node : none;
  atomic_compare_exchange_strong(&tail, &last, next);
  return is_appended;
}

static int take(void) {
  struct node *first = atomic_load(&head);
  struct node *next = atomic_load(&first->next);
  if (next == NULL) {
    return 0;
  }
  int value = atomic_load(&next->value);
  return atomic_compare_exchange_strong(&head, &first, next) ? value : 0;
}

static void run(int thread) {
  for (int i = 0; i < N; i++) {
    if (thread < 2) {
      append(&nodes[thread * N + i], i + 1);
    } else {
      take();
    }
  }
}

int main(void) {
  start_threads();
  return 0;
}
