// A thread raises an index; the others mark the cell that it points to when they look. Origin: sigma
// of SV-COMP.

#include "rounds.h"

static atomic_uint top;

static void round_of(int thread, unsigned count) {
  if (thread == 0) {
    STORE(top, LOAD(top) + 1);
  } else {
    STORE(data[LOAD(top) % DATA], 1);
  }
}
