// heddle: with BUG kind=use-after-free
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int *_Atomic place;

static void publish(void) {
  int local = 3;
  place = &local;
#ifndef BUG
  place = 0;
#endif
}

static void *first(void *unused) {
  publish();
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  int *p = place;
  if (p) {
    assert(*p == 3);
  }
  return 0;
}
