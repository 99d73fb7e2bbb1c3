// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;
static atomic_int seen;

static void *first(void *unused) {
  int old = atomic_exchange(&x, 7);
  seen += old;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(seen == 0);
#else
  assert(seen == 7);
#endif
  return 0;
}
