// heddle: model=sc verdict=safe executions=6+0
//
// A ticket lock: each thread draws a number and waits until that number is served, as at a
// counter.
//
//     ./heddle check samples/05-ticket-lock.c
//     ./heddle check -DN=4 samples/05-ticket-lock.c
//
// N threads enter in any of N! orders, and each order is one execution. The loop depends on a single
// variable, so that Heddle lets a thread wait there until the variable has the right value, and no
// execution ends in the loop. The counter needs no atomic type: the lock protects it, and the
// assertion at the end would fail if it did not.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_uint next_ticket, now_serving;
static int counter;

static void lock(void) {
  unsigned ticket = atomic_fetch_add(&next_ticket, 1);
  while (atomic_load(&now_serving) != ticket) {
  }
}

static void unlock(void) {
  unsigned served = atomic_load(&now_serving);
  atomic_store(&now_serving, served + 1);
}

static void *count(void *unused) {
  lock();
  counter++;
  unlock();
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) {
    pthread_create(&threads[i], NULL, count, NULL);
  }
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(counter == N);
  return 0;
}
