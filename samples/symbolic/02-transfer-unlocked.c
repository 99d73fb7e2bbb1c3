// heddle: symbolic verdict=violation kind=assertion
// The same without a lock: the check and the withdrawal can be torn apart.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint from, to;

static void *transfer(void *unused) {
  unsigned amount = __VERIFIER_nondet_uint();
  if (amount <= atomic_load(&from)) {
    atomic_fetch_sub(&from, amount);
    atomic_fetch_add(&to, amount);
  }
  return 0;
}

int main(void) {
  unsigned first = __VERIFIER_nondet_uint();
  atomic_store(&from, first);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], 0, transfer, 0);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], 0);
  }
  assert(atomic_load(&from) <= first);
}
