// heddle: model=sc verdict=violation kind=assertion line=51 executions=11+5
//
// The ABA problem. Nodes are never freed here, but they are used again: a popped node goes back
// onto the stack.
//
//     ./heddle check samples/12-aba.c
//
// Thread 1 reads that A is on top and B below it. Before its compare-and-swap, thread 2 pops A,
// pops B, keeps B, and pushes A again. The compare-and-swap finds A on top, as expected, and
// succeeds, but what it puts on top is B, which thread 2 still uses: now both own it. The value
// was the same, the world was not. Pointers with version numbers are the usual remedy.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *next;
  int owners;
};

static struct node a, b;
static _Atomic(struct node *) top;

static void push(struct node *node) {
  struct node *old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static struct node *pop(void) {
  while (1) {
    struct node *old = atomic_load(&top);
    if (old == NULL) {
      return NULL;
    }
    struct node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next)) {
      return old;
    }
  }
}

static void *take_both(void *unused) {
  for (int i = 0; i < 2; i++) {
    struct node *mine = pop();
    if (mine != NULL) {
      mine->owners++;
      assert(mine->owners == 1);
    }
  }
  return NULL;
}

static void *take_two_and_return_one(void *unused) {
  struct node *first = pop();
  struct node *second = pop();
  if (second != NULL) {
    second->owners++;
    assert(second->owners == 1);
  }
  if (first != NULL) {
    push(first);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  push(&b);
  push(&a);
  pthread_create(&threads[0], NULL, take_both, NULL);
  pthread_create(&threads[1], NULL, take_two_and_return_one, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
