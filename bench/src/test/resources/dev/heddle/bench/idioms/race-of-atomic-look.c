// heddle: model=rc11 verdict=violation kind=data-race line=30
// The node that the waiter looks at is reused when it has said, without release, that it has gone.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  atomic_int ready;
};

static struct node nodes[2];
static _Atomic(struct node *) current = &nodes[0];
static atomic_int gone;

static void *waiter(void *unused) {
  for (;;) {
    struct node *node = atomic_load_explicit(&current, memory_order_acquire);
    if (atomic_load_explicit(&node->ready, memory_order_acquire)) {
      break;
    }
  }
  atomic_store_explicit(&gone, 1, memory_order_relaxed);
  return unused;
}

static void *mover(void *unused) {
  atomic_store_explicit(&nodes[1].ready, 1, memory_order_relaxed);
  atomic_store_explicit(&current, &nodes[1], memory_order_release);
  if (atomic_load_explicit(&gone, memory_order_relaxed)) {
    *(int *)&nodes[0].ready = 7;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, mover, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
