// heddle: symbolic verdict=violation kind=assertion
// The average of two values overflows for some of them, which few tests would try.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int low, high;

static void *set_low(void *unused) {
  low = __VERIFIER_nondet_int();
  return 0;
}

static void *set_high(void *unused) {
  high = __VERIFIER_nondet_int();
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set_low, 0);
  pthread_create(&b, 0, set_high, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assume(0 <= low && low <= high);
  int middle = (int)((unsigned)low + (unsigned)high) / 2;
  assert(low <= middle && middle <= high);
}
