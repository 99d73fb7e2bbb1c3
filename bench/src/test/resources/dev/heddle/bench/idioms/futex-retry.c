// heddle: model=rc11 verdict=safe executions=4+0
// Who has to wait says so, and takes that back when it tries again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state, waiters;
static int data;

static void acquire(void) {
  for (;;) {
    int unlocked = 0;
    if (atomic_compare_exchange_strong_explicit(&state, &unlocked, 1, memory_order_acquire,
                                                memory_order_relaxed)) {
      return;
    }
    atomic_fetch_add_explicit(&waiters, 1, memory_order_relaxed);
    while (atomic_load_explicit(&state, memory_order_relaxed)) {
    }
    atomic_fetch_sub_explicit(&waiters, 1, memory_order_relaxed);
  }
}

static void *work(void *unused) {
  acquire();
  data++;
  atomic_store_explicit(&state, 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, work, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(data == 2);
  return 0;
}
