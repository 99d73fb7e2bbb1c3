// heddle: model=rc11 verdict=safe
// Nobody writes the padding of a struct, and copies take it along all the same.
#include <assert.h>
#include <pthread.h>

struct point {
  int x;
  char tag;
  short y;
};

static struct point shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *argument) {
  struct point made;
  made.x = (int)(long)argument;
  made.tag = 1;
  made.y = (short)made.x;
  pthread_mutex_lock(&mutex);
  shared = made;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, (void *)1L);
  pthread_create(&threads[1], NULL, writer, (void *)2L);
  pthread_mutex_lock(&mutex);
  struct point seen = shared;
  pthread_mutex_unlock(&mutex);
  assert(seen.x == seen.y);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
