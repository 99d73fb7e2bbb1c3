// heddle: model=rc11 verdict=safe executions=3+0
//
// What Dekker's algorithm begins with: each thread says that it wants to enter, then looks whether
// the other one does. With a fence in between, at most one sees nobody. The counter inside is
// plain memory; that it does not race is part of the proof.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int inside;

static void *enter(void *argument) {
  int me = argument != NULL;
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  if (!atomic_load_explicit(&wants[1 - me], memory_order_relaxed)) {
    inside++;
    assert(inside == 1);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, enter, NULL);
  pthread_create(&second, NULL, enter, &inside);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
