// heddle: symbolic verdict=safe
// Transfers between two accounts with any amounts: no money is made or lost, and none is overdrawn.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static unsigned short from, to;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *transfer(void *unused) {
  unsigned short amount = __VERIFIER_nondet_ushort();
  pthread_mutex_lock(&lock);
  if (amount <= from) {
    from -= amount;
    to += amount;
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  unsigned short first = __VERIFIER_nondet_ushort();
  unsigned short second = __VERIFIER_nondet_ushort();
  __VERIFIER_assume(first + second <= 0xffff); // the sum fits
  from = first;
  to = second;
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], 0, transfer, 0);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], 0);
  }
  assert(from + to == first + second);
  assert(from <= first);
}
