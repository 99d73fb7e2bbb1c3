// heddle: model=sc verdict=violation kind=assertion line=55 executions=14+0
//
// A cache behind a reader-writer lock: many may look, one may change. Who does not find what it
// needs gives the read lock back, takes the write lock, and fills the cache.
//
//     ./heddle check samples/16-reader-writer-lock.c
//
// Between the two locks another thread may have filled the cache already, so that it has to be
// looked at again under the write lock. This version does not, and the expensive computation is
// done twice. With a second look, the program is safe.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct {
  int filled;
  int value;
} cache;
static int computations;

static int compute(void) {
  computations++;
  return 42;
}

static int lookup(void) {
  pthread_rwlock_rdlock(&lock);
  int found = cache.filled;
  int value = cache.value;
  pthread_rwlock_unlock(&lock);
  if (found) {
    return value;
  }
  pthread_rwlock_wrlock(&lock);
  cache.value = compute();
  cache.filled = 1;
  value = cache.value;
  pthread_rwlock_unlock(&lock);
  return value;
}

static void *run(void *unused) {
  assert(lookup() == 42);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(computations == 1);
  return 0;
}
