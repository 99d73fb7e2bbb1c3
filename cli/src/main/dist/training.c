// What the launcher checks once after a build, to learn which classes a check loads. It fails on
// purpose: a violation uses all that a safe program does, and the report of it besides.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int counter, started;
static int *cell;
static int ring[N];

static int has_started(void) {
  return atomic_load(&started) != 0;
}

static void put(int *place, int value) {
  *place = value;
}

static void *worker(void *argument) {
  while (!has_started()) {
  }
  put(&ring[(long)argument - 1], (int)(long)argument);
  pthread_mutex_lock(&mutex);
  *cell += (int)(long)argument;
  pthread_mutex_unlock(&mutex);
  int seen = atomic_load(&counter);
  atomic_store_explicit(&counter, seen + 1, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  cell = malloc(sizeof *cell);
  *cell = 0;
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], 0, worker, (void *)(i + 1));
  }
  atomic_fetch_add(&started, 1);
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], 0);
  }
  printf("%d\n", *cell);
  free(cell);
  int expected = 2;
  assert(atomic_compare_exchange_strong(&counter, &expected, 0));
  return 0;
}
