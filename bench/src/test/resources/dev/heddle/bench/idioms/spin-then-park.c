// heddle: model=sc verdict=safe executions=6+0
//
// A lock that spins a while before it sleeps. All attempts that fail are one: their number does not
// matter.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SPINS = 1000 };

static atomic_int taken;
static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;

static int try_acquire(void) {
  int expected = 0;
  return atomic_compare_exchange_strong(&taken, &expected, 1);
}

static void acquire(void) {
  for (int i = 0; i < SPINS; i++) {
    if (try_acquire()) {
      return;
    }
  }
  pthread_mutex_lock(&mutex);
  while (!try_acquire()) {
    pthread_cond_wait(&released, &mutex);
  }
  pthread_mutex_unlock(&mutex);
}

static void *run(void *unused) {
  acquire();
  count++;
  pthread_mutex_lock(&mutex);
  atomic_store(&taken, 0);
  pthread_cond_signal(&released);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(count == 2);
  return 0;
}
