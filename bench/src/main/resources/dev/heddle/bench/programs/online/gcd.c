// Two threads make the greatest common divisor of two numbers, each taking the other number away from
// its own. Origin: gcd of SV-COMP.

#include "rounds.h"

static atomic_int numbers[2];

static void round_of(int thread, unsigned count) {
  int mine = LOAD(numbers[thread]);
  int other = LOAD_ACQUIRE(numbers[1 - thread]);
  if (mine > other) {
    STORE_RELEASE(numbers[thread], mine - other);
  } else if (mine == other) {
    STORE_RELEASE(numbers[thread], 1 + (int)(count % 1000) * (thread + 2));
  }
}
