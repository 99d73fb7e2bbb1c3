// heddle: model=sc verdict=safe rf=2+0 optimal=2+0
//
// A thread allocates a node with a mutex in it, initialises both, and publishes the node.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t mutex;
  int value;
};

static struct node *shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *make(void *p) {
  struct node *node = malloc(sizeof *node);
  pthread_mutex_init(&node->mutex, 0);
  node->value = 1;
  pthread_mutex_lock(&mutex);
  shared = node;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t maker;
  pthread_create(&maker, 0, make, 0);
  pthread_mutex_lock(&mutex);
  struct node *node = shared;
  pthread_mutex_unlock(&mutex);
  if (node) {
    pthread_mutex_lock(&node->mutex);
    node->value++;
    pthread_mutex_unlock(&node->mutex);
  }
  pthread_join(maker, 0);
  assert(shared->value == (node ? 2 : 1));
  pthread_mutex_destroy(&shared->mutex);
  free(shared);
  return 0;
}
