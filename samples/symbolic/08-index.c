// heddle: symbolic verdict=safe
// Two threads write to cells of their own, wherever these are.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static long cells[8];

static void *increment(void *argument) {
  long *cell = argument;
  *cell = *cell + 1;
  return 0;
}

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  unsigned j = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 8 && j < 8 && i != j);
  cells[i] = __VERIFIER_nondet_long();
  long first = cells[i];
  pthread_t a, b;
  pthread_create(&a, 0, increment, &cells[i]);
  pthread_create(&b, 0, increment, &cells[j]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(cells[i] == (long)((unsigned long)first + 1) && cells[j] == 1);
}
