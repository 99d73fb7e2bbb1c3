// heddle: model=rc11 verdict=safe executions=9+0
//
// A hazard pointer: a reader says which version it is about to use, and looks again whether that
// is still the current one; a writer frees the old version only if no reader has said so. Between
// saying and looking, and between replacing and asking, a fence is needed.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic current;
static int *_Atomic hazard;

static void *use(void *unused) {
  int *seen;
  do {
    seen = atomic_load_explicit(&current, memory_order_acquire);
    atomic_store_explicit(&hazard, seen, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
  } while (seen != atomic_load_explicit(&current, memory_order_acquire));
  int value = *(volatile int *)seen;
  atomic_store_explicit(&hazard, NULL, memory_order_release);
  return value ? NULL : seen;
}

static void *replace(void *unused) {
  int *next = malloc(sizeof *next);
  *next = 2;
  int *old = atomic_exchange_explicit(&current, next, memory_order_acq_rel);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_load_explicit(&hazard, memory_order_acquire) != old) {
    free(old);
  }
  return NULL;
}

int main(void) {
  int *first = malloc(sizeof *first);
  *first = 1;
  atomic_init(&current, first);
  pthread_t reader, writer;
  pthread_create(&reader, NULL, use, NULL);
  pthread_create(&writer, NULL, replace, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
