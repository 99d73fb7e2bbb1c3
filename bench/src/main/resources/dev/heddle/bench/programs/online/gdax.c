// A book of orders: one thread applies changes to prices, the others look at some of them. Origin:
// gdax-orderbook, as in the evaluation of C11Tester (ASPLOS 2021).

#include "rounds.h"

static atomic_uint applied;

static void round_of(int thread, unsigned count) {
  unsigned price = (count * 2654435761u + (unsigned)thread * 40503u) % DATA;
  if (thread == 0) {
    work(price);
    STORE_RELEASE(applied, count);
  } else {
    (void)LOAD_ACQUIRE(applied);
    (void)LOAD_ACQUIRE(data[price]);
    if (count % 16 == 0) {
      ADD(data[price], 1);
    }
  }
}
