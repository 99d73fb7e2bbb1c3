// heddle: symbolic verdict=safe
// A reader of a sequence lock sees both halves of the same pair, whatever the values.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void *writer(void *unused) {
  int value = __VERIFIER_nondet_int();
  atomic_fetch_add(&sequence, 1);
  atomic_store(&a, value);
  atomic_store(&b, value);
  atomic_fetch_add(&sequence, 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  unsigned before = atomic_load(&sequence);
  int x = atomic_load(&a);
  int y = atomic_load(&b);
  unsigned after = atomic_load(&sequence);
  if (before == after && before % 2 == 0) {
    assert(x == y);
  }
  pthread_join(thread, 0);
}
