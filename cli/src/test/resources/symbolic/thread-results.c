// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void *first(void *argument) {
  return (char *)argument + 1;
}

int main(void) {
  pthread_t a[2];
  void *result[2];
  for (long i = 0; i < 2; i++) {
    pthread_create(&a[i], 0, first, (void *)(i + 10));
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(a[i], &result[i]);
  }
#ifdef BUG
  assert(result[0] == result[1]);
#else
  assert((long)result[0] == 11 && (long)result[1] == 12);
#endif
  return 0;
}
