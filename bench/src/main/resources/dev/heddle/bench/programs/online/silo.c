// Transactions on many records: what is written is locked and gets a new version, what is read is
// looked at again. Origin: Tu, Zheng, Kohler, Liskov, Madden: Speedy Transactions in Multicore
// In-Memory Databases (SOSP 2013).

#include "rounds.h"

static atomic_uint epoch;

static void round_of(int thread, unsigned count) {
  unsigned read = (count * 2654435761u + (unsigned)thread) % DATA;
  unsigned written = (count * 40503u + (unsigned)thread * 7) % DATA;
  unsigned now = LOAD_ACQUIRE(epoch);
  int seen = LOAD_ACQUIRE(data[read]);
  int version = LOAD_ACQUIRE(data[written]);
  if (version % 2 == 0 && REPLACE(data[written], &version, version + 1)) {
    (void)(LOAD(data[read]) == seen);
    STORE_RELEASE(data[written], version + 2);
  }
  if (count % 64 == 0) {
    STORE_RELEASE(epoch, now + 1);
  }
}
