// A ring for many producers and one consumer at a time: a place is taken, filled, and then published
// in turn. Origin: FreeBSD, sys/buf_ring.h.

#include "rounds.h"

static atomic_uint producer_head, producer_tail, consumer_head, consumer_tail;

static void round_of(int thread, unsigned count) {
  bool isProducer = thread % 2 == 0;
  unsigned head = isProducer ? LOAD_ACQUIRE(producer_head) : LOAD_ACQUIRE(consumer_head);
  if (isProducer) {
    if (head - LOAD_ACQUIRE(consumer_tail) < DATA && REPLACE(producer_head, &head, head + 1)) {
      STORE(data[head % DATA], (int)head);
      while (LOAD_ACQUIRE(producer_tail) != head) {}
      STORE_RELEASE(producer_tail, head + 1);
    }
  } else if (head != LOAD_ACQUIRE(producer_tail) && REPLACE(consumer_head, &head, head + 1)) {
    (void)LOAD(data[head % DATA]);
    while (LOAD_ACQUIRE(consumer_tail) != head) {}
    STORE_RELEASE(consumer_tail, head + 1);
  }
}
