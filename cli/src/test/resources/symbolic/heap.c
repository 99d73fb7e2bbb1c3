// heddle: with BUG kind=use-after-free
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int value;
  struct node *next;
};
static struct node *_Atomic head;

static void *first(void *unused) {
  struct node *node = atomic_exchange(&head, 0);
  if (node) {
    assert(node->value >= 3);
    free(node);
  }
  return 0;
}

int main(void) {
  pthread_t a;
  struct node *node = malloc(sizeof *node);
  unsigned char more = __VERIFIER_nondet_uchar();
  node->value = 3 + more;
  node->next = 0;
  head = node;
  pthread_create(&a, 0, first, 0);
#ifdef BUG
  node->value = 3;
#else
  if (atomic_exchange(&head, 0)) {
    node->value = 3;
    free(node);
  }
#endif
  pthread_join(a, 0);
  return 0;
}
