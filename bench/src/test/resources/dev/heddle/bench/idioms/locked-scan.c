// heddle: model=rc11 verdict=safe executions=2+4
// A lock is taken to look at several things, one after the other, and released again.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done[2];

static int all_done(void) {
  for (int i = 0; i < 2; i++) {
    if (!done[i]) {
      return 0;
    }
  }
  return 1;
}

static void *checker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    int ok = all_done();
    pthread_mutex_unlock(&mutex);
    if (ok) {
      return NULL;
    }
  }
}

static void *worker(void *number) {
  pthread_mutex_lock(&mutex);
  done[(long)number] = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, checker, NULL);
  pthread_create(&threads[1], NULL, worker, (void *)0L);
  pthread_create(&threads[2], NULL, worker, (void *)1L);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
