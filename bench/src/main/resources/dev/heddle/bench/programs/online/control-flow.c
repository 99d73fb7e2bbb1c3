// Most threads read x or write y; two more do what they do only if they see the right values in y
// and z. Origin: figure 8 of Abdulla, Aronis, Jonsson, Sagonas: Source Sets (JACM 2017).

#include "rounds.h"

static atomic_int x, y, z;

static void round_of(int thread, unsigned count) {
  if (thread == 0) {
    if (!LOAD(y)) {
      STORE(z, 1);
    }
  } else if (thread == 1) {
    if (LOAD(z) && !LOAD(y)) {
      STORE(x, 1);
    }
  } else if (thread % 2 == 0) {
    (void)LOAD(x);
  } else {
    STORE(y, 1);
  }
}
