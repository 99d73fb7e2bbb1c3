// heddle: model=rc11 verdict=safe
// The same, but the waiter says with release that it has gone: nothing races.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  atomic_int ready;
};

static struct node nodes[2];
static _Atomic(struct node *) current = &nodes[0];
static atomic_int gone;
static atomic_int counter;

static void *waiter(void *unused) {
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  for (;;) {
    struct node *node = atomic_load_explicit(&current, memory_order_acquire);
    if (atomic_load_explicit(&node->ready, memory_order_acquire)) {
      break;
    }
  }
  atomic_store_explicit(&gone, 1, memory_order_release);
  atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
  return unused;
}

static void *mover(void *unused) {
  atomic_store_explicit(&nodes[1].ready, 1, memory_order_relaxed);
  atomic_store_explicit(&current, &nodes[1], memory_order_release);
  if (atomic_load_explicit(&counter, memory_order_relaxed) == 2 &&
      atomic_load_explicit(&gone, memory_order_acquire)) {
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
