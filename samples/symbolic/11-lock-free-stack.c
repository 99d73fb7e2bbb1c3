// heddle: symbolic verdict=safe
// Two threads push any values on a stack; both are on it in the end, in some order.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int value;
  struct node *next;
};

static struct node nodes[2];
static struct node *_Atomic top;

static void *push(void *argument) {
  struct node *node = argument;
  struct node *old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int values[2];
  for (int i = 0; i < 2; i++) {
    values[i] = __VERIFIER_nondet_int();
    nodes[i].value = values[i];
  }
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], 0, push, &nodes[i]);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], 0);
  }
  struct node *first = atomic_load(&top);
  struct node *second = first->next;
  assert(second->next == 0);
  assert((unsigned)first->value + (unsigned)second->value
         == (unsigned)values[0] + (unsigned)values[1]);
}
