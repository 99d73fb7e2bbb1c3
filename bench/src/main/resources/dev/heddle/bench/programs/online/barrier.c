// A barrier that counts and turns round. Origin: sense-reversing barriers, as in Mellor-Crummey, Scott
// (TOCS 1991).

#include "rounds.h"

static atomic_int arrived;
static atomic_uint sense;

static void round_of(int thread, unsigned count) {
  unsigned mine = LOAD(sense);
  for (int i = 0; i < 4; i++) {
    work((unsigned)thread * 4 + (unsigned)i);
  }
  if (ADD(arrived, 1) == THREADS - 1) {
    STORE(arrived, 0);
    STORE_RELEASE(sense, mine + 1);
  } else {
    while (LOAD_ACQUIRE(sense) == mine) {}
  }
}
