// heddle: model=rc11 verdict=violation kind=data-race line=9
// The exchange that gets the lock is ordered behind the plain read; those that do not get it write, too.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;

static void *work(void *unused) {
  while (atomic_exchange(&lock, 1)) {
  }
  int held = *(int *)&lock;
  atomic_store(&lock, 0);
  return held ? unused : NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
