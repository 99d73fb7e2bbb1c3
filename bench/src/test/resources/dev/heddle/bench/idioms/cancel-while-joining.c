// heddle: model=sc verdict=safe executions=8+0
//
// A thread is cancelled while it waits for the end of another one.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_t worker, watcher;
static sem_t go;
static int cleaned;

static void clean(void *p) { cleaned = 1; }

static void *work(void *p) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  sem_wait(&go);
  return 0;
}

static void *watch(void *p) {
  pthread_cleanup_push(clean, 0);
  pthread_join(worker, 0);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  void *result;
  sem_init(&go, 0, 0);
  pthread_create(&worker, 0, work, 0);
  pthread_create(&watcher, 0, watch, 0);
  pthread_cancel(watcher);
  pthread_join(watcher, &result);
  assert(result == PTHREAD_CANCELED && cleaned);
  sem_post(&go);
  pthread_join(worker, 0);
  return 0;
}
