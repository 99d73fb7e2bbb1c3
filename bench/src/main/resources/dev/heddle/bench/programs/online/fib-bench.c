// Two threads add each other's number to their own. Origin: fib_bench of SV-COMP.

#include "rounds.h"

static atomic_uint numbers[2];

static void round_of(int thread, unsigned count) {
  STORE(numbers[thread], LOAD(numbers[0]) + LOAD(numbers[1]));
}
