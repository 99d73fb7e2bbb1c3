// heddle: model=sc -DASSUME unroll=2 verdict=bounded optimal=147+230
//
// A sequence lock: writers exclude each other and count before and after writing; readers start
// over if the count is odd or has changed. Of N threads one reads, one writes, and the others read
// and then write.
//
// Origin: Linux, include/linux/seqlock.h, as in the evaluation of Jonsson, Lång, Sagonas: Awaiting
// for Godot (FMCAD 2022).

#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

#include "threads.h"
#include "wait.h"

static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint sequence;
static atomic_int value;

static int read_value(void) {
  unsigned before;
  int seen;
  do {
    WAIT_UNTIL(!((before = atomic_load(&sequence)) & 1));
    seen = atomic_load(&value);
  } while (atomic_load(&sequence) != before);
  return seen;
}

static void advance(void) { atomic_store(&sequence, atomic_load(&sequence) + 1); }

static void write_value(int next) {
  pthread_mutex_lock(&writing);
  advance();
  atomic_store(&value, next);
  advance();
  pthread_mutex_unlock(&writing);
}

static void run(int thread) {
  if (thread == 0) {
    read_value();
  } else if (thread == 1) {
    write_value(42);
  } else {
    write_value(read_value() + 1);
  }
}

int main(void) {
  start_threads();
  return 0;
}
