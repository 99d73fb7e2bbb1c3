// heddle: model=rc11 verdict=safe
// Attempts to pop from a stack whose top is exchanged with its counter, both at once, until one succeeds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

struct top {
  struct node *node;
  unsigned long count;
};

static _Atomic struct top top;
static struct node nodes[2];

static bool try_push(struct node *node) {
  struct top old = atomic_load(&top);
  node->next = old.node;
  struct top new = {node, old.count};
  return atomic_compare_exchange_strong(&top, &old, new);
}

static bool try_pop(struct node **node) {
  struct top old = atomic_load(&top);
  if (old.node == NULL) {
    return false;
  }
  struct top new = {old.node->next, old.count + 1};
  *node = old.node;
  return atomic_compare_exchange_strong(&top, &old, new);
}

static void *pusher(void *node) {
  while (!try_push(node)) {
  }
  return NULL;
}

static void *popper(void *sum) {
  struct node *node;
  while (!try_pop(&node)) {
  }
  *(int *)sum += node->value;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int sum = 0;
  nodes[0].value = 1;
  nodes[1].value = 2;
  pthread_create(&threads[0], NULL, popper, &sum);
  pthread_create(&threads[1], NULL, pusher, &nodes[0]);
  pusher(&nodes[1]);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(sum == 1 || sum == 2);
  return 0;
}
