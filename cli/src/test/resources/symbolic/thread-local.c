// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local int mine;
static atomic_int x;

static void *first(void *unused) {
  mine++;
#ifdef BUG
  x += mine;
#else
  x += mine == 1;
#endif
  mine++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(x == 3);
#else
  assert(x == 2);
#endif
  return 0;
}
