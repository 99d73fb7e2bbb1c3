// heddle: model=rc11 verdict=safe executions=66+0
//
// The lock of Mellor-Crummey and Scott: threads queue up, and each spins on a flag of its own. The
// exchange puts a thread into the queue, release and acquire on the flag hand over the lock and
// all that was done under it. Both waiting loops need no bound.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct waiter {
  struct waiter *_Atomic next;
  atomic_int waits;
};

static struct waiter *_Atomic tail;
static int counter;

static void lock(struct waiter *me) {
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&me->waits, 1, memory_order_relaxed);
  struct waiter *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
  if (before != NULL) {
    atomic_store_explicit(&before->next, me, memory_order_release);
    while (atomic_load_explicit(&me->waits, memory_order_acquire)) {
    }
  }
}

static void unlock(struct waiter *me) {
  struct waiter *next = atomic_load_explicit(&me->next, memory_order_acquire);
  if (next == NULL) {
    struct waiter *last = me;
    if (atomic_compare_exchange_strong_explicit(&tail, &last, NULL, memory_order_release,
                                                memory_order_relaxed)) {
      return;
    }
    while ((next = atomic_load_explicit(&me->next, memory_order_acquire)) == NULL) {
    }
  }
  atomic_store_explicit(&next->waits, 0, memory_order_release);
}

static void *count(void *unused) {
  struct waiter me;
  lock(&me);
  counter++;
  unlock(&me);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&threads[i], NULL, count, NULL);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(counter == 3);
  return 0;
}
