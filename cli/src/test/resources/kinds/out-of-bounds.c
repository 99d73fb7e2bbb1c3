#include <pthread.h>
#include <stdatomic.h>

atomic_int n;
int a[2];

void *one(void *p) {
  n++;
  return 0;
}

void *two(void *p) {
  n++;
  a[n] = 1;
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
