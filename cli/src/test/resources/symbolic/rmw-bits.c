// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint x = 10;

static void *first(void *unused) {
  atomic_fetch_or(&x, 1);
  return 0;
}

static void *second(void *unused) {
#ifdef BUG
  atomic_fetch_xor(&x, 14);
#else
  atomic_fetch_and(&x, ~2u);
#endif
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert((x & 1) != 0);
#ifndef BUG
  assert((x & 2) == 0);
#else
  assert((x & 4) == 0);
#endif
  return 0;
}
