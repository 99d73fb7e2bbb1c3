// heddle: model=sc verdict=violation kind=assertion line=40 executions=8+0
//
// Whoever has spun in vain says so. That it can happen is found although all failed attempts are
// one.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool taken;
static atomic_int given_up;

static bool acquire(void) {
  int left = 50;
  do {
    bool expected = false;
    if (!atomic_load(&taken) && atomic_compare_exchange_strong(&taken, &expected, true)) {
      return true;
    }
  } while (--left > 0);
  return false;
}

static void *run(void *unused) {
  if (acquire()) {
    atomic_store(&taken, false);
  } else {
    atomic_fetch_add(&given_up, 1);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(given_up == 0);
  return 0;
}
