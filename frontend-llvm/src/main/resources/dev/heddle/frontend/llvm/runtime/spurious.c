/* Condition variables that wake up without a reason, once for each thread. */
#include "runtime.h"

static _Thread_local int woken;

void __heddle_await_signal(word *waiting, word bit) {
  if (!woken && __heddle_choose(0, 1)) {
    woken = 1;
    __atomic_fetch_and(waiting, ~bit, __ATOMIC_ACQUIRE);
  } else {
    __heddle_await(waiting, 8, bit, "eq", 0, "", 0, "a signal");
  }
}
