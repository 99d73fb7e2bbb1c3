// heddle: model=sc verdict=safe optimal=1536+0
//
// N threads each write one cell from the cell before it; one more thread walks the array from its
// end to the last zero. How many cells it reads depends on the writers, which is what makes sleep
// sets alone explore many executions in vain. An optimal exploration needs (N+3) 2^(N-2).
//
// Origin: Abdulla, Aronis, Jonsson, Sagonas: Source Sets (JACM 2017).

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 9
#endif

static atomic_int cells[N + 1];

static void *find_last_zero(void *unused) {
  int cell = N;
  while (atomic_load(&cells[cell]) != 0) {
    cell--;
  }
  return NULL;
}

static void *succeed(void *argument) {
  intptr_t cell = (intptr_t)argument;
  int before = atomic_load(&cells[cell - 1]);
  atomic_store(&cells[cell], before + 1);
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  for (int cell = 0; cell <= N; cell++) {
    atomic_init(&cells[cell], 0);
  }
  pthread_create(&threads[0], NULL, find_last_zero, NULL);
  for (intptr_t cell = 1; cell <= N; cell++) {
    pthread_create(&threads[cell], NULL, succeed, (void *)cell);
  }
  return 0;
}
