#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *one(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}

void *two(void *p) {
  pthread_mutex_destroy(&m);
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
