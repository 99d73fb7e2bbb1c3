// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static union {
  _Atomic unsigned char byte[2];
  unsigned short word;
} both;

static void *first(void *unused) {
  both.byte[0] = 0x34;
  return 0;
}

static void *second(void *unused) {
  both.byte[1] = 0x12;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef BUG
  assert(both.word != 0x1234);
#else
  assert(both.word == 0x1234);
#endif
  return 0;
}
