// heddle: model=sc verdict=safe optimal=8+0
//
// N threads each put four numbers into one hash table, with a lock per cell and linear probing. Up
// to 11 threads never meet, so there is one execution; each further thread multiplies their number
// by eight.
//
// Origin: Flanagan, Godefroid: Dynamic Partial-Order Reduction (POPL 2005); as in SV-COMP.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 12
#endif

enum { CELLS = 128, MESSAGES = 4 };

static atomic_int table[CELLS];
static pthread_mutex_t locks[CELLS];
static pthread_t threads[N];
static int names[N];

static bool claim(int cell, int message) {
  bool free = false;
  pthread_mutex_lock(&locks[cell]);
  if (atomic_load(&table[cell]) == 0) {
    atomic_store(&table[cell], message);
    free = true;
  }
  pthread_mutex_unlock(&locks[cell]);
  return free;
}

static void *send(void *name) {
  int sender = *(int *)name;
  for (int i = 1; i <= MESSAGES; i++) {
    int message = i * 11 + sender;
    int cell = message * 7 % CELLS;
    assert(cell >= 0);
    while (!claim(cell, message)) {
      cell = (cell + 1) % CELLS;
    }
  }
  return NULL;
}

int main(void) {
  for (int cell = 0; cell < CELLS; cell++) {
    pthread_mutex_init(&locks[cell], NULL);
    atomic_init(&table[cell], 0);
  }
  for (int i = 0; i < N; i++) {
    names[i] = i;
    pthread_create(&threads[i], NULL, send, &names[i]);
  }
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
