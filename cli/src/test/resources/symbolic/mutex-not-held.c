// heddle: with BUG kind=unlock-not-held
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *first(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&lock);
#else
  if (pthread_mutex_trylock(&lock) != 0) {
    x++;
  }
#endif
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
