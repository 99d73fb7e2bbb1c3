// heddle: model=sc unroll=4 verdict=violation kind=assertion line=37
//
// Somebody looks while an addition waits to be taken back. Such attempts make a difference then.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside;
static atomic_int ready;

static void *enter(void *unused) {
  for (;;) {
    if (atomic_fetch_add(&inside, 1) < 1) {
      break;
    }
    atomic_fetch_sub(&inside, 1);
    if (atomic_load(&ready)) {
      break;
    }
  }
  return unused;
}

static void *set(void *unused) {
  atomic_store(&ready, 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, enter, NULL);
  pthread_create(&threads[1], NULL, enter, NULL);
  pthread_create(&threads[2], NULL, set, NULL);
  int seen = atomic_load(&inside);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(seen < 2);
  return 0;
}
