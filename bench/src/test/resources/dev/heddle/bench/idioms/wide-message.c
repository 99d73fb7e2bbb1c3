// heddle: model=rc11 verdict=violation kind=data-race line=26
//
// A message whose two halves arrive at once, and nothing else does: whoever reads it does not acquire.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef unsigned __int128 message;

static _Atomic message box;
static int data;

static void *send(void *p) {
  data = 1;
  atomic_store_explicit(&box, (message)1 << 64 | 1, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, send, 0);
  message got = atomic_load_explicit(&box, memory_order_relaxed);
  assert((unsigned long)got == (unsigned long)(got >> 64));
  if (got) {
    assert(data == 1);
  }
  pthread_join(a, 0);
  return 0;
}
