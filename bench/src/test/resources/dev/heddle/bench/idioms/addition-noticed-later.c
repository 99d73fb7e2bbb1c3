// heddle: model=sc unroll=4 verdict=violation kind=assertion line=22
// Somebody sees the sum while it is raised; the addition stands behind a branch.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum, flag, other;

static void *adder(void *unused) {
  for (;;) {
    if (atomic_load(&flag)) {
      atomic_load(&other);
    }
    atomic_fetch_add(&sum, 1);
    atomic_fetch_sub(&sum, 1);
  }
}

static void *reader(void *unused) {
  // The adder may have raised it.
  int seen = atomic_load(&sum);
  assert(seen == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, adder, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  return 0;
}
