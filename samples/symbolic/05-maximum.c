// heddle: symbolic verdict=safe
// Two threads raise a maximum with compare-and-swap: in the end it is that of both values.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int maximum;

static void *raise(void *argument) {
  int value = *(int *)argument;
  int seen = atomic_load(&maximum);
  while (seen < value && !atomic_compare_exchange_strong(&maximum, &seen, value)) {
  }
  return 0;
}

int main(void) {
  int values[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  int first = __VERIFIER_nondet_int();
  atomic_store(&maximum, first);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], 0, raise, &values[i]);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], 0);
  }
  int last = atomic_load(&maximum);
  assert(last >= values[0] && last >= values[1] && last >= first);
  assert(last == values[0] || last == values[1] || last == first);
}
