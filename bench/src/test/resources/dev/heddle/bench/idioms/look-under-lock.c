// heddle: model=sc verdict=safe executions=1+1
//
// A thread takes a lock to look whether something has happened, and releases it.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static int data;

static void *wait(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    int seen = ready;
    pthread_mutex_unlock(&mutex);
    if (seen) {
      break;
    }
  }
  assert(data == 1);
  return unused;
}

static void *set(void *unused) {
  pthread_mutex_lock(&mutex);
  data = 1;
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, wait, NULL);
  pthread_create(&threads[1], NULL, set, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
