// heddle: model=ra -DASSUME verdict=safe executions=14+0
//
// A ring into which two threads put N numbers each, while a third takes what it finds. A producer
// first claims a slot, then fills it, and then waits until those who claimed theirs earlier are done.
//
// Origin: the multi-producer ring buffer of the FreeBSD kernel (buf_ring(9)).

#include <stdatomic.h>

#ifndef N
#define N 1
#endif

#define THREADS 3

#include "threads.h"
#include "wait.h"

#define SLOTS (2 * N + 1)

static atomic_int claimed;
static atomic_int filled;
static atomic_int taken;
static atomic_int slots[SLOTS];

static int put(int value) {
  int slot = atomic_load(&claimed);
  if (slot + 1 - atomic_load(&taken) >= SLOTS) {
    return 0;
  }
  if (!atomic_compare_exchange_strong(&claimed, &slot, slot + 1)) {
    return 0;
  }
  atomic_store(&slots[slot], value);
  WAIT_UNTIL(atomic_load(&filled) == slot);
  atomic_store(&filled, slot + 1);
  return 1;
}

static int take(void) {
  int slot = atomic_load(&taken);
  if (slot == atomic_load(&filled)) {
    return 0;
  }
  int value = atomic_load(&slots[slot]);
  atomic_store(&taken, slot + 1);
  return value;
}

static void run(int thread) {
  for (int i = 0; i < N; i++) {
    if (thread < 2) {
      put(thread + 1);
    } else {
      take();
    }
  }
}

int main(void) {
  start_threads();
  return 0;
}
