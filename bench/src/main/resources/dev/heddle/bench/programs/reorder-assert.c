// heddle: model=sc verdict=violation kind=assertion line=35
//
// reorder.c with its assertion: N-1 threads write a and then b; READERS more threads read both and
// want to see either both writes or none. Between the two they see one of them, and fail.
//
// Origin: reorder of SCTBench.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

#ifndef READERS
#define READERS 1
#endif

enum { SETTERS = N - 1 };

static atomic_int a, b;

static void *set(void *unused) {
  atomic_store(&a, 1);
  atomic_store(&b, -1);
  return NULL;
}

static void *compare(void *unused) {
  bool untouched = atomic_load(&a) == 0 && atomic_load(&b) == 0;
  bool both = untouched || (atomic_load(&a) == 1 && atomic_load(&b) == -1);
  assert(both);
  return NULL;
}

int main(void) {
  pthread_t setters[SETTERS];
  pthread_t comparers[READERS];
  for (int i = 0; i < SETTERS; i++) {
    pthread_create(&setters[i], NULL, set, NULL);
  }
  for (int i = 0; i < READERS; i++) {
    pthread_create(&comparers[i], NULL, compare, NULL);
  }
  for (int i = 0; i < SETTERS; i++) {
    pthread_join(setters[i], NULL);
  }
  for (int i = 0; i < READERS; i++) {
    pthread_join(comparers[i], NULL);
  }
  return 0;
}
