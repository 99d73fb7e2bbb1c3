// heddle: model=sc -DASSUME verdict=safe optimal=162+183
//
// A test-and-test-and-set lock. Whoever sees it free tries to take it, and waits again if another
// thread was faster.
//
// Origin: the evaluation of Jonsson, Lång, Sagonas: Awaiting for Godot (FMCAD 2022).

#include <stdatomic.h>

#ifndef N
#define N 3
#endif

#include "owners.h"
#include "wait.h"

static atomic_int taken;

static void acquire(int thread) {
  do {
    WAIT_UNTIL(!atomic_load(&taken));
  } while (atomic_exchange(&taken, 1));
}

static void release(int thread) { atomic_store(&taken, 0); }
