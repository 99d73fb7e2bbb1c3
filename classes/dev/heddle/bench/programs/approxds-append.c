// heddle: model=sc verdict=safe optimal=2460+0
//
// N threads append to a list of N-2 slots without any synchronisation. Elements may get lost, and
// that is accepted: the list is approximate. At the end the main thread takes out what is there.
//
// Origin: approxds_append of Nidhugg's benchmarks, after Rinard: Parallel Synchronization-Free
// Approximate Data Structure Construction (HotPar 2013).

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

enum { SLOTS = N - 2 };

static struct {
  atomic_int slots[SLOTS];
  atomic_int size;
} list;

static void *append(void *element) {
  int size = atomic_load(&list.size);
  if (size < SLOTS) {
    atomic_store(&list.slots[size], (int)(intptr_t)element);
    atomic_store(&list.size, size + 1);
  }
  return NULL;
}

static bool remove_last(void) {
  int size = atomic_load(&list.size);
  do {
    if (size == 0) {
      return false;
    }
    (void)atomic_load(&list.slots[size - 1]);
  } while (atomic_load(&list.size) != size);
  atomic_store(&list.size, size - 1);
  return true;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < SLOTS; i++) {
    atomic_init(&list.slots[i], 0);
  }
  atomic_init(&list.size, 0);
  for (intptr_t i = 0; i < N; i++) {
    pthread_create(&threads[i], NULL, append, (void *)i);
  }
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], NULL);
  }
  while (remove_last()) {
  }
  return 0;
}
