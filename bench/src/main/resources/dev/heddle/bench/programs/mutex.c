// heddle: model=sc -DASSUME verdict=safe optimal=12+2
//
// A mutex that sleeps in the kernel: free, taken, or taken with sleepers.
//
// Origin: Drepper: Futexes Are Tricky (2004), as in the evaluation of Jonsson, Lång, Sagonas:
// Awaiting for Godot (FMCAD 2022).

#ifndef N
#define N 2
#endif

#include "futex.h"
#include "owners.h"

static void acquire(int thread) {
  if (change(FREE, TAKEN)) {
    return;
  }
  do {
    change(TAKEN, CONTENDED);
    sleep_while_contended();
  } while (!change(FREE, CONTENDED));
}

static void release(int thread) {
  if (!change(TAKEN, FREE)) {
    atomic_store(&state, FREE);
    wake();
  }
}
