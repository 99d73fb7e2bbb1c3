#include <pthread.h>
#include <stdatomic.h>

int *_Atomic at;
int y;

void *one(void *p) {
  at = &y;
  return 0;
}

void *two(void *p) {
  *at = 1;
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
