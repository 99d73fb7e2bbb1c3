// heddle: model=sc verdict=safe executions=1+0
//
// A consumer that waits for a node to be linked: it looks ten times, sleeps, and begins to count
// anew. How often it looked matters to nobody, though the counter decides when it sleeps.

#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node *) next;
  int value;
};

static struct node first, second;

static _Bool must_give_up(int *attempt, int blocking) {
  if (!blocking) {
    return 1;
  }
  if (++*attempt >= 10) {
    poll(NULL, 0, 10);
    *attempt = 0;
  }
  return 0;
}

static struct node *next_of(struct node *node, int blocking) {
  struct node *next;
  int attempt = 0;
  while ((next = atomic_load_explicit(&node->next, memory_order_acquire)) == NULL) {
    if (must_give_up(&attempt, blocking)) {
      return NULL;
    }
  }
  return next;
}

static void *append(void *unused) {
  second.value = 2;
  atomic_store_explicit(&first.next, &second, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, append, NULL);
  assert(next_of(&first, 1)->value == 2);
  pthread_join(thread, NULL);
}
