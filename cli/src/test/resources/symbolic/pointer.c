// heddle: with BUG kind=null-access
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int value = 4;
static int *_Atomic place;

static void *first(void *unused) {
  place = &value;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
#ifndef BUG
  pthread_join(a, 0);
#endif
  assert(*place == 4);
#ifdef BUG
  pthread_join(a, 0);
#endif
  return 0;
}
