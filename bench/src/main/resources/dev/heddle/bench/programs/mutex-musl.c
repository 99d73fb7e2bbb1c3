// heddle: model=sc -DASSUME verdict=safe optimal=20+2
//
// The mutex of musl's C library, which counts the threads that are about to sleep.
//
// Origin: pthread_mutex_lock of musl, as in the evaluation of Jonsson, Lång, Sagonas: Awaiting for
// Godot (FMCAD 2022).

#include <stdatomic.h>

#ifndef N
#define N 2
#endif

#include "futex.h"
#include "owners.h"

static atomic_int waiters;

static void acquire(int thread) {
  if (change(FREE, TAKEN)) {
    return;
  }
  while (!change(FREE, TAKEN)) {
    atomic_fetch_add(&waiters, 1);
    change(TAKEN, CONTENDED);
    sleep_while_contended();
    atomic_fetch_sub(&waiters, 1);
  }
}

static void release(int thread) {
  int before = atomic_exchange(&state, FREE);
  if (atomic_load(&waiters) > 0 || before != TAKEN) {
    wake();
  }
}
