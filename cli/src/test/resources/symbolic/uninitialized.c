// heddle: with BUG kind=uninitialized-read
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int *box;

static void *first(void *unused) {
#ifndef BUG
  box[0] = 1;
#endif
  box[1] = 2;
  return 0;
}

int main(void) {
  pthread_t a;
  box = malloc(2 * sizeof *box);
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  assert(box[1] == 2);
  assert(box[0] == 1);
  free(box);
  return 0;
}
