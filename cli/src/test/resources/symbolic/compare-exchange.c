// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int owner;
static atomic_int winners;

static void *first(void *unused) {
  int expected = 0;
#ifdef BUG
  if (owner == 0) {
    owner = 1;
    winners++;
  }
#else
  if (atomic_compare_exchange_strong(&owner, &expected, 1)) {
    winners++;
  } else {
    assert(expected == 1);
  }
#endif
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(winners == 1);
  return 0;
}
