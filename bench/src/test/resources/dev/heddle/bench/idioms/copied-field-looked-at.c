// heddle: model=rc11 verdict=violation kind=uninitialized-read line=25
// What nobody has set may be copied with its struct, but somebody looks at it here.
#include <pthread.h>
#include <stdlib.h>

struct message {
  int kind;
  int value;
};

static struct message *shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *sender(void *argument) {
  pthread_mutex_lock(&mutex);
  shared->kind = 2;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *receiver(void *argument) {
  pthread_mutex_lock(&mutex);
  struct message copy = *shared;
  pthread_mutex_unlock(&mutex);
  return copy.value == 3 ? argument : NULL;
}

int main(void) {
  pthread_t threads[2];
  shared = malloc(sizeof *shared);
  shared->kind = 1;
  pthread_create(&threads[0], NULL, sender, NULL);
  pthread_create(&threads[1], NULL, receiver, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  free(shared);
  return 0;
}
