// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static struct {
  _Atomic unsigned char low;
  _Atomic unsigned short high;
} pair = {2, 5};

static void *first(void *unused) {
#ifdef BUG
  pair.low++;
#else
  pair.high++;
#endif
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(pair.low == 2 && pair.high >= 5);
  return 0;
}
