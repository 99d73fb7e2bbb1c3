// heddle: model=sc verdict=safe executions=2+0
//
// A semaphore whose failed attempts are taken back.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside;
static int count;

static void enter(int limit) {
  for (;;) {
    if (atomic_fetch_add(&inside, 1) < limit) {
      break;
    }
    atomic_fetch_sub(&inside, 1);
  }
}

static void *run(void *unused) {
  enter(1);
  count++;
  atomic_fetch_sub(&inside, 1);
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
