// One thread fills y in critical sections, one resets x in short ones and reacts to what it sees
// outside of them, one needs both to have the right values. Origin: figure 2 of Huang: Stateless
// Model Checking Concurrent Programs with Maximal Causality Reduction (PLDI 2015).

#include "rounds.h"

static atomic_int x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void round_of(int thread, unsigned count) {
  pthread_mutex_lock(&mutex);
  if (thread == 0) {
    STORE(x, 1);
    for (int i = 0; i < 4; i++) {
      STORE(y, i);
    }
  } else if (thread == 1) {
    STORE(x, 0);
  }
  pthread_mutex_unlock(&mutex);
  if (thread == 1 && LOAD(x) > 0) {
    STORE(y, LOAD(y) + 1);
    STORE(x, 2);
  } else if (thread == 2 && LOAD(x) > 1 && LOAD(y) == 3) {
    STORE(y, 2);
  }
}
