/* The same with a mutex around each read and write. With SAFE, what is asserted always holds. */
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *unused) {
  for (int k = 0; k < ROUNDS; k++) {
    pthread_mutex_lock(&lock);
    i = j + 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void *second(void *unused) {
  for (int k = 0; k < ROUNDS; k++) {
    pthread_mutex_lock(&lock);
    j = i + 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int x = i, y = j;
#ifdef SAFE
  assert(x == y + 1 || y == x + 1);
#else
  assert(x != 3 || y != 2);
#endif
}
