#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic x;

void *one(void *p) {
  int *mine = malloc(4);
  x = mine;
  *mine = 1;
  return 0;
}

void *two(void *p) {
  if (x) return *x ? p : 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
