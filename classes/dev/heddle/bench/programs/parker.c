// heddle: model=sc verdict=safe optimal=2008+1423
//
// Java's LockSupport: park() waits until unpark() was called, and a counter lets an early unpark()
// count. On weak memory the counter's update can be overtaken and the parked thread sleeps for
// ever, which was bug 6822370 of the JDK; under sequential consistency it cannot. The parker looks
// at most N times whether it may go.
//
// Origin: parker of the benchmarks of Chalupa et al. (POPL 2018), after the description of the bug
// by Dave Dice.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

void __VERIFIER_assume(int condition);

enum side { UNPARKER, PARKER };

static atomic_int released;
static atomic_int unparker_done;

// A lock for two: a flag for each side.
static atomic_int parker_wants, unparker_wants;

static atomic_int permit;
static atomic_int waiting;

static void full_fence(void) { atomic_thread_fence(memory_order_seq_cst); }

static atomic_int *flag_of(enum side side) {
  return side == PARKER ? &parker_wants : &unparker_wants;
}

static atomic_int *flag_of_other(enum side side) {
  return side == PARKER ? &unparker_wants : &parker_wants;
}

static void acquire(enum side side) {
  atomic_store(flag_of(side), 1);
  full_fence();
  __VERIFIER_assume(atomic_load(flag_of_other(side)) == 0);
}

static bool try_acquire(enum side side) {
  atomic_store(flag_of(side), 1);
  full_fence();
  if (atomic_load(flag_of_other(side)) != 0) {
    atomic_store(flag_of(side), 0);
    return false;
  }
  return true;
}

static void release(enum side side) {
  full_fence();
  atomic_store(flag_of(side), 0);
}

static void await_signal(enum side side) {
  atomic_store(&waiting, 1);
  release(side);
  // Nobody is left to signal, and it has not happened: the thread would sleep for ever.
  assert(!atomic_load(&unparker_done) || atomic_load(&waiting) == 0);
  __VERIFIER_assume(atomic_load(&waiting) == 0);
  acquire(side);
}

static void unpark(void) {
  acquire(UNPARKER);
  int before = atomic_load(&permit);
  atomic_store(&permit, 1);
  release(UNPARKER);
  if (before < 1) {
    atomic_store(&waiting, 0);
  }
}

static void park(void) {
  if (atomic_load(&permit) > 0) {
    atomic_store(&permit, 0);
    return;
  }
  if (!try_acquire(PARKER)) {
    return;
  }
  if (atomic_load(&permit) <= 0) {
    await_signal(PARKER);
  }
  atomic_store(&permit, 0);
  release(PARKER);
}

static void *park_until_released(void *unused) {
  for (int looks = 0; !atomic_load(&released); looks++) {
    __VERIFIER_assume(looks < N);
    park();
  }
  return NULL;
}

int main(void) {
  pthread_t parker;
  atomic_init(&permit, 0);
  atomic_init(&waiting, 0);
  pthread_create(&parker, NULL, park_until_released, NULL);
  unpark();
  atomic_store(&released, 1);
  full_fence();
  unpark();
  full_fence();
  atomic_store(&unparker_done, 1);
  return 0;
}
