// heddle: model=rc11 verdict=safe rf=1024+0
//
// Each of ten threads does N things that concern nobody else, and then writes a variable; another thread
// reads all ten. There are 1024 executions whatever N is: how long they take shows what length costs.
//
// Origin: ours.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif
#define WRITERS 10

static atomic_int shared[WRITERS], own[WRITERS + 1];

static void be_busy(intptr_t thread) {
  for (int i = 0; i < N / 4; i++) {
    atomic_store(&own[thread], i);
    atomic_load_explicit(&own[thread], memory_order_relaxed);
    atomic_store_explicit(&own[thread], i, memory_order_release);
    atomic_load(&own[thread]);
  }
}

static void *writer(void *thread) {
  be_busy((intptr_t)thread);
  atomic_store(&shared[(intptr_t)thread], 1);
  return NULL;
}

static void *reader(void *thread) {
  be_busy((intptr_t)thread);
  for (int i = 0; i < WRITERS; i++) {
    atomic_load(&shared[i]);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[WRITERS + 1];
  for (intptr_t i = 0; i <= WRITERS; i++) {
    pthread_create(&threads[i], NULL, i < WRITERS ? writer : reader, (void *)i);
  }
  return 0;
}
