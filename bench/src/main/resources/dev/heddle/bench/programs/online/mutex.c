// A mutex of a word with three states, without the system call. Origin: Drepper: Futexes Are Tricky
// (2011).

#include "rounds.h"

static atomic_int state;

static void round_of(int thread, unsigned count) {
  int expected = 0;
  if (!REPLACE(state, &expected, 1)) {
    while (EXCHANGE(state, 2) != 0) {
      while (LOAD(state) == 2) {}
    }
  }
  work(count);
  EXCHANGE(state, 0);
}
