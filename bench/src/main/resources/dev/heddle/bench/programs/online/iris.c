// Each thread but the first logs into a ring of its own and notifies; the first looks into all rings.
// Origin: iris, an asynchronous logger, as in the evaluation of C11Tester (ASPLOS 2021).

#include "rounds.h"

// Few data are those of a single ring.
#define RING (DATA < 16 ? DATA : 4)

static struct {
  atomic_uint head, tail;
} rings[THREADS];

static atomic_int notified;

static void round_of(int thread, unsigned count) {
  if (thread > 0) {
    unsigned tail = LOAD(rings[thread].tail);
    if (tail - LOAD_ACQUIRE(rings[thread].head) < RING) {
      work(thread * RING + tail % RING);
      STORE_RELEASE(rings[thread].tail, tail + 1);
      STORE(notified, thread);
    }
  } else {
    (void)LOAD(notified);
    for (int i = 1; i < THREADS; i++) {
      unsigned head = LOAD(rings[i].head);
      if (head != LOAD_ACQUIRE(rings[i].tail)) {
        (void)LOAD(data[(i * RING + head % RING) % DATA]);
        STORE_RELEASE(rings[i].head, head + 1);
      }
    }
  }
}
