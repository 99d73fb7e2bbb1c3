// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static char from[4] = "abc";
static char to[4];
static atomic_int done;

static void *first(void *unused) {
#ifdef BUG
  memset(to, 1, 3);
#else
  memcpy(to, from, 4);
#endif
  done = 1;
  return 0;
}

static void *second(void *unused) {
  done = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(done);
  assert(memcmp(to, "abc", 4) == 0);
  return 0;
}
