// Writers exclude each other and count before and after writing; readers look whether the count is
// even and has not changed. Origin: Linux, include/linux/seqlock.h.

#include "rounds.h"

static atomic_uint sequence;

static void round_of(int thread, unsigned count) {
  unsigned before = LOAD_ACQUIRE(sequence);
  if (before % 2 != 0) {
    return;
  }
  if (thread % 2 == 0) {
    if (REPLACE(sequence, &before, before + 1)) {
      work(count);
      STORE_RELEASE(sequence, before + 2);
    }
  } else {
    (void)LOAD_ACQUIRE(data[count % DATA]);
    (void)LOAD(sequence);
  }
}
