// heddle: model=sc verdict=safe optimal=1955+0
//
// Three threads: one fills y in two long critical sections, one resets x in two short ones and
// reacts to what it sees outside of them, one needs x and y to have exactly the right values at
// the right time. What a random scheduler finds with exponentially small probability is one of
// these executions.
//
// Origin: figure 2 of Huang: Stateless Model Checking Concurrent Programs with Maximal Causality
// Reduction (PLDI 2015).

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 1
#endif

static atomic_int x, y;
static pthread_mutex_t mutex;

static void fill(void) {
  pthread_mutex_lock(&mutex);
  atomic_store(&x, 1);
  for (int i = 0; i < N; i++) {
    atomic_store(&y, 1);
  }
  pthread_mutex_unlock(&mutex);
}

static void *filler(void *unused) {
  fill();
  fill();
  return NULL;
}

static void reset(void) {
  pthread_mutex_lock(&mutex);
  atomic_store(&x, 0);
  pthread_mutex_unlock(&mutex);
  if (atomic_load(&x) > 0) {
    int old = atomic_load(&y);
    atomic_store(&y, old + 1);
    atomic_store(&x, 2);
  }
}

static void *resetter(void *unused) {
  reset();
  reset();
  return NULL;
}

static void *observer(void *unused) {
  for (int look = 0; look < 2; look++) {
    if (atomic_load(&x) > 1) {
      if (atomic_load(&y) == 3) {
        return NULL;
      }
      atomic_store(&y, 2);
    }
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  atomic_init(&x, 0);
  atomic_init(&y, 0);
  pthread_mutex_init(&mutex, NULL);
  pthread_create(&threads[0], NULL, filler, NULL);
  pthread_create(&threads[1], NULL, resetter, NULL);
  pthread_create(&threads[2], NULL, observer, NULL);
  return 0;
}
