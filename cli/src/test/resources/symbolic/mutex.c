// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned sum;
static unsigned amount = 5;

static void *first(void *unused) {
#ifndef BUG
  pthread_mutex_lock(&lock);
#endif
  sum = sum + amount;
#ifndef BUG
  pthread_mutex_unlock(&lock);
#endif
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 2 * amount);
  return 0;
}
