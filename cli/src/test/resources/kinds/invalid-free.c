#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x;
int y;

void *one(void *p) {
  x = 1;
  return 0;
}

void *two(void *p) {
  int *at = x ? &y : malloc(4);
  free(at);
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
