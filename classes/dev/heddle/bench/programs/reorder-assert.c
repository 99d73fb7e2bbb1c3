// heddle: model=sc verdict=violation kind=assertion line=31
//
// reorder.c with its assertion: N-1 threads write a and then b; one more thread reads both and
// wants to see either both writes or none. Between the two it sees one of them, and fails.
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
  pthread_t comparer;
  for (int i = 0; i < SETTERS; i++) {
    pthread_create(&setters[i], NULL, set, NULL);
  }
  pthread_create(&comparer, NULL, compare, NULL);
  for (int i = 0; i < SETTERS; i++) {
    pthread_join(setters[i], NULL);
  }
  pthread_join(comparer, NULL);
  return 0;
}
