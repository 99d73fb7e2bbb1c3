// N threads, each of which acquires a lock once, sees that it is alone, and releases the lock.

#include <assert.h>

#include "threads.h"

static void acquire(int thread);
static void release(int thread);

static int owner;

static void run(int thread) {
  acquire(thread);
  owner = thread;
  assert(owner == thread);
  release(thread);
}

int main(void) {
  start_threads();
  return 0;
}
