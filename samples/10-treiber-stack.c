// heddle: model=sc verdict=safe executions=20+8
//
// Treiber's stack: a list whose head changes by compare-and-swap.
//
//     ./heddle check samples/10-treiber-stack.c
//     ./heddle check -DN=3 samples/10-treiber-stack.c
//
// Each thread pushes a number and pops one. Nothing gets lost and nothing comes out twice: the
// numbers popped are those pushed. The loops need no bound, as a compare-and-swap only fails when
// another one has succeeded, and there are only so many of these. The nodes live in an array; what
// can happen to nodes that are freed or used again is the subject of the next two samples.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

struct node {
  int value;
  struct node *next;
};

static struct {
  _Atomic(struct node *) top;
} stack;
static struct node nodes[N];
static int popped[N];

static void push(struct node *node, int value) {
  node->value = value;
  struct node *top = atomic_load(&stack.top);
  do {
    node->next = top;
  } while (!atomic_compare_exchange_strong(&stack.top, &top, node));
}

static int pop(void) {
  struct node *top = atomic_load(&stack.top);
  do {
    if (top == NULL) {
      return -1;
    }
  } while (!atomic_compare_exchange_strong(&stack.top, &top, top->next));
  return top->value;
}

static void *run(void *argument) {
  int me = (int)(intptr_t)argument;
  push(&nodes[me], 1 << me);
  popped[me] = pop();
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  int sum = 0;
  for (intptr_t me = 0; me < N; me++) {
    pthread_create(&threads[me], NULL, run, (void *)me);
  }
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], NULL);
    sum += popped[i];
  }
  assert(sum == (1 << N) - 1);
  assert(stack.top == NULL);
  return 0;
}
