// heddle: model=sc verdict=safe executions=2+0
//
// A lock with exponential back-off: the delay decides nothing but how long a thread spins.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int count;

static void acquire(void) {
  unsigned delay = 1;
  while (atomic_exchange(&taken, 1)) {
    for (volatile unsigned i = 0; i < delay; i++) {
      __asm__ volatile("pause");
    }
    if (delay < 64) {
      delay *= 2;
    }
  }
}

static void *run(void *unused) {
  acquire();
  count++;
  atomic_store(&taken, 0);
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
