// A store of keys with one writer at a time: who writes has a lock and raises the version of a bucket,
// who reads looks at the version before and after. Origin: mabain, as in the evaluation of C11Tester
// (ASPLOS 2021).

#include "rounds.h"

#define BUCKETS 4

static atomic_int locked;
static atomic_uint version[BUCKETS];

static void round_of(int thread, unsigned count) {
  unsigned bucket = count % BUCKETS;
  if (thread == 0) {
    if (!EXCHANGE(locked, 1)) {
      STORE(version[bucket], LOAD(version[bucket]) + 1);
      work(bucket);
      work(count);
      STORE_RELEASE(version[bucket], LOAD(version[bucket]) + 1);
      STORE_RELEASE(locked, 0);
    }
  } else {
    unsigned seen = LOAD_ACQUIRE(version[bucket]);
    (void)LOAD_ACQUIRE(data[bucket % DATA]);
    (void)LOAD_ACQUIRE(data[count % DATA]);
    (void)(LOAD(version[bucket]) == seen);
  }
}
