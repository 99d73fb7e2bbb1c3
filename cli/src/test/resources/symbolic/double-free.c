// heddle: with BUG kind=double-free
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void *_Atomic box;

static void *first(void *unused) {
#ifdef BUG
  void *mine = box;
  if (mine) {
    box = 0;
    free(mine);
  }
#else
  free(atomic_exchange(&box, 0));
#endif
  return 0;
}

int main(void) {
  pthread_t a, b;
  box = malloc(8);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
