// Threads put their messages into a table, at the next free place from where a hash says. Origin:
// Flanagan, Godefroid: Dynamic Partial-Order Reduction for Model Checking Software (POPL 2005).

#include "rounds.h"

static void round_of(int thread, unsigned count) {
  unsigned message = count * THREADS + (unsigned)thread;
  unsigned place = message * 7 % DATA;
  int expected = 0;
  for (int tries = 0; tries < 4; tries++) {
    if (REPLACE(data[place], &expected, (int)message + 1)) {
      STORE_RELEASE(data[place], 0);
      return;
    }
    place = (place + 1) % DATA;
    expected = 0;
  }
}
