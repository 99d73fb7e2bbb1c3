// heddle: model=sc verdict=violation kind=use-after-free line=44 executions=20+16
//
// Treiber's stack again, now with nodes from the heap that a pop frees.
//
//     ./heddle check samples/11-use-after-free.c
//
// A thread reads the top of the stack and is about to follow the pointer when another thread pops
// that very node and frees it. Heddle shows the access, who allocated the node, and who freed it.
// Lock-free structures need some way to know when a node is out of everybody's sight: hazard
// pointers, epochs, reference counts.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct {
  _Atomic(struct node *) top;
  atomic_int size;
} stack;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  struct node *top = atomic_load(&stack.top);
  do {
    node->next = top;
  } while (!atomic_compare_exchange_strong(&stack.top, &top, node));
  atomic_fetch_add(&stack.size, 1);
}

static int pop(void) {
  while (1) {
    struct node *top = atomic_load(&stack.top);
    if (top == NULL) {
      return -1;
    }
    struct node *next = top->next;
    if (atomic_compare_exchange_strong(&stack.top, &top, next)) {
      atomic_fetch_sub(&stack.size, 1);
      int value = top->value;
      free(top);
      return value;
    }
  }
}

static void *run(void *argument) {
  push((int)(intptr_t)argument);
  pop();
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t me = 0; me < 2; me++) {
    pthread_create(&threads[me], NULL, run, (void *)me);
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
