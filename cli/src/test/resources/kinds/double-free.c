#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic x;

void *one(void *p) {
  int *mine = x;
  if (mine) free(mine);
  return 0;
}

void *two(void *p) {
  int *mine = x;
  if (mine) free(mine);
  return 0;
}

int main(void) {
  pthread_t a, b;
  x = malloc(4);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
