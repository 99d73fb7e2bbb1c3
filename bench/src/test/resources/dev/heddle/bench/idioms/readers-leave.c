// heddle: model=sc verdict=safe executions=14+0
//
// Two readers and a writer. A reader leaves in one step; that it looked who it is would be one more
// read, and more executions.

#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;

static void *write_it(void *unused) {
  pthread_rwlock_wrlock(&lock);
  shared++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *read_it(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = shared;
  pthread_rwlock_unlock(&lock);
  (void)seen;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, write_it, NULL);
  pthread_create(&threads[1], NULL, read_it, NULL);
  pthread_create(&threads[2], NULL, read_it, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
}
