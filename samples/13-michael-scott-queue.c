// heddle: model=sc verdict=safe executions=33+81
//
// The queue of Michael and Scott: a linked list with a dummy node at its head. A thread that finds
// the tail lagging behind helps it along before it goes on.
//
//     ./heddle check samples/13-michael-scott-queue.c
//
// One thread puts two numbers in, two threads take one out each. Whoever gets a number gets the
// right one: no number comes out twice, and none comes out of nowhere.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};

static struct node nodes[3];
static struct {
  _Atomic(struct node *) head, tail;
} queue = {&nodes[0], &nodes[0]};
static int taken[2];

static void enqueue(struct node *node, int value) {
  node->value = value;
  while (1) {
    struct node *tail = atomic_load(&queue.tail);
    struct node *next = atomic_load(&tail->next);
    if (next != NULL) {
      atomic_compare_exchange_strong(&queue.tail, &tail, next);
    } else if (atomic_compare_exchange_strong(&tail->next, &next, node)) {
      atomic_compare_exchange_strong(&queue.tail, &tail, node);
      return;
    }
  }
}

static int dequeue(void) {
  while (1) {
    struct node *head = atomic_load(&queue.head);
    struct node *tail = atomic_load(&queue.tail);
    struct node *next = atomic_load(&head->next);
    if (head != atomic_load(&queue.head)) {
      continue;
    }
    if (next == NULL) {
      return 0;
    }
    if (head == tail) {
      atomic_compare_exchange_strong(&queue.tail, &tail, next);
    } else if (atomic_compare_exchange_strong(&queue.head, &head, next)) {
      return next->value;
    }
  }
}

static void *put(void *unused) {
  enqueue(&nodes[1], 1);
  enqueue(&nodes[2], 2);
  return NULL;
}

static void *take(void *argument) {
  taken[(intptr_t)argument] = dequeue();
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, put, NULL);
  for (intptr_t i = 0; i < 2; i++) {
    pthread_create(&threads[1 + i], NULL, take, (void *)i);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(taken[0] != taken[1] || taken[0] == 0);
  assert(taken[0] + taken[1] != 2 || taken[0] * taken[1] == 0);
  return 0;
}
