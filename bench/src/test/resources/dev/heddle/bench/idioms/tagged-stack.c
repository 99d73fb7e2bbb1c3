// heddle: model=rc11 verdict=safe executions=72+0
//
// A stack whose top is a pointer with a counter: 16 bytes that are exchanged as a whole by who pops, and
// of which others read the halves, or exchange one.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *next;
  int value;
};

struct top {
  struct node *node;
  unsigned long count;
};

static union {
  _Atomic struct top both;
  struct {
    struct node *_Atomic node;
    _Atomic unsigned long count;
  };
} top;

static struct node nodes[2];

static void push(struct node *node) {
  struct node *first = atomic_load_explicit(&top.node, memory_order_relaxed);
  do {
    node->next = first;
  } while (!atomic_compare_exchange_weak_explicit(
      &top.node, &first, node, memory_order_release, memory_order_relaxed));
}

static struct node *pop(void) {
  struct top old;
  old.count = atomic_load_explicit(&top.count, memory_order_acquire);
  old.node = atomic_load_explicit(&top.node, memory_order_acquire);
  while (old.node) {
    struct top new = {old.node->next, old.count + 1};
    if (atomic_compare_exchange_strong_explicit(
            &top.both, &old, new, memory_order_acq_rel, memory_order_acquire)) {
      return old.node;
    }
  }
  return 0;
}

static void *run(void *p) {
  struct node *node = p;
  node->value = 1;
  push(node);
  struct node *popped = pop();
  assert(popped);
  popped->value++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, &nodes[0]);
  pthread_create(&b, 0, run, &nodes[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(nodes[0].value == 2 && nodes[1].value == 2);
  return 0;
}
