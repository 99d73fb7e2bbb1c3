// heddle: model=sc -DASSUME unroll=4 verdict=bounded optimal=11206+8188
//
// A bounded queue for many producers and consumers. One word counts the writes and the reads that
// have begun; two others count those that have ended, and whoever has begun waits until all earlier
// ones of the other kind have ended. There is one element at the start. Of N threads one writes, one
// reads until the queue is empty, and the others do both.
//
// Origin: a queue by Dmitry Vyukov, as in CDSChecker's benchmarks and the evaluation of Jonsson,
// Lång, Sagonas: Awaiting for Godot (FMCAD 2022).

#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

#include "threads.h"
#include "wait.h"

#define CAPACITY 4
#define HALF 16
#define MASK 0xffff

// Reads that have begun in the upper half, writes that have begun in the lower one.
static atomic_uint begun;
static atomic_uint reads;
static atomic_uint writes;
static int elements[CAPACITY];

static int *begin_read(void) {
  unsigned seen = atomic_load(&begun);
  unsigned read, written;
  do {
    read = seen >> HALF & MASK;
    written = seen & MASK;
    if (written == read) {
      return NULL;
    }
  } while (!atomic_compare_exchange_weak(&begun, &seen, seen + (1 << HALF)));
  WAIT_UNTIL((atomic_load(&writes) & MASK) == written);
  return &elements[read % CAPACITY];
}

static void end_read(void) { atomic_fetch_add(&reads, 1); }

static int *begin_write(void) {
  unsigned seen = atomic_load(&begun);
  unsigned read, written;
  do {
    read = seen >> HALF & MASK;
    written = seen & MASK;
    if (written == ((read + CAPACITY) & MASK)) {
      return NULL;
    }
  } while (!atomic_compare_exchange_weak(&begun, &seen, read << HALF | ((written + 1) & MASK)));
  WAIT_UNTIL((atomic_load(&reads) & MASK) == read);
  return &elements[written % CAPACITY];
}

static void end_write(void) { atomic_fetch_add(&writes, 1); }

static void write_one(int value) {
  *begin_write() = value;
  end_write();
}

static void read_all(void) {
  while (begin_read() != NULL) {
    end_read();
  }
}

static void run(int thread) {
  if (thread != 1) {
    write_one(1);
  }
  if (thread != 0) {
    read_all();
  }
}

int main(void) {
  write_one(17);
  start_threads();
  return 0;
}
