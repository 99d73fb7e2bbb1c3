// The word of a mutex and the kernel's part in it. Instead of a queue of sleeping threads there is a
// count of wake-ups, and sleeping is waiting for it to change.

#include <stdatomic.h>
#include <stdbool.h>

#include "wait.h"

enum { FREE, TAKEN, CONTENDED };

static atomic_int state;
static atomic_int wakeups;

static bool change(int from, int to) { return atomic_compare_exchange_strong(&state, &from, to); }

static void sleep_while_contended(void) {
  int before = atomic_load(&wakeups);
  if (atomic_load(&state) == CONTENDED) {
    WAIT_UNTIL(atomic_load(&wakeups) != before);
  }
}

static void wake(void) { atomic_fetch_add(&wakeups, 1); }
