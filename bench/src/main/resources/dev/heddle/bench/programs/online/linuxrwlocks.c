// A lock for readers and writers: one word counts what is left for them. Origin: Linux's rwlock, as
// in CDSChecker's benchmarks.

#include "rounds.h"

#define ALL 0x100000

static atomic_int left = ALL;

static void round_of(int thread, unsigned count) {
  int wanted = thread % 2 == 0 ? 1 : ALL;
  if (ADD(left, -wanted) >= wanted) {
    if (wanted == ALL) {
      work(count);
    } else {
      (void)LOAD(data[count % DATA]);
    }
  }
  ADD(left, wanted);
}
