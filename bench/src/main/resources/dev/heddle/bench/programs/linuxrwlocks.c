// heddle: model=sc -DASSUME verdict=safe optimal=6+2
//
// A reader-writer lock in one word, which holds how much is left: a reader takes one, a writer takes
// all. Whoever took too much gives it back and waits until there may be enough. Of N threads one
// reads, one writes, and the others read and then write.
//
// Origin: Linux for x86, as in CDSChecker's benchmarks and the evaluation of Jonsson, Lång, Sagonas:
// Awaiting for Godot (FMCAD 2022).

#include <stdatomic.h>

#ifndef N
#define N 2
#endif

#include "threads.h"
#include "wait.h"

#define ALL 0x100000

static atomic_int left = ALL;
static int shared;

static void read_lock(void) {
  while (atomic_fetch_sub(&left, 1) <= 0) {
    atomic_fetch_add(&left, 1);
    WAIT_UNTIL(atomic_load(&left) > 0);
  }
}

static void write_lock(void) {
  while (atomic_fetch_sub(&left, ALL) != ALL) {
    atomic_fetch_add(&left, ALL);
    WAIT_UNTIL(atomic_load(&left) == ALL);
  }
}

static void read_once(void) {
  read_lock();
  int seen = shared;
  (void)seen;
  atomic_fetch_add(&left, 1);
}

static void write_once(int value) {
  write_lock();
  shared = value;
  atomic_fetch_add(&left, ALL);
}

static void run(int thread) {
  if (thread != 1) {
    read_once();
  }
  if (thread != 0) {
    write_once(thread);
  }
}

int main(void) {
  start_threads();
  return 0;
}
