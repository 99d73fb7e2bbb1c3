// heddle: model=sc verdict=safe optimal=34+0
//
// Two threads first write and read a variable of their own many times, then a common one N times.
// The long private part is the same in all executions: a tool that runs each execution from the
// start pays for it each time.
//
// Origin: race_parametric of Nidhugg's benchmarks.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

enum { THREADS = 2, WARM_UP = 42 };

static atomic_int common;
static atomic_int own[THREADS];

static void *work(void *argument) {
  intptr_t name = (intptr_t)argument;
  for (int round = 0; round < WARM_UP; round++) {
    atomic_store(&own[name], round);
    (void)atomic_load(&own[name]);
  }
  for (int round = 0; round < N; round++) {
    atomic_store(&common, (int)name);
    (void)atomic_load(&common);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (intptr_t name = 0; name < THREADS; name++) {
    pthread_create(&threads[name], NULL, work, (void *)name);
  }
  return 0;
}
