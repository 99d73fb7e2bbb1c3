// heddle: model=rc11 verdict=safe executions=4+0
//
// Publication as with read-copy-update: a writer makes a new version of a structure, publishes it
// with one release store, and readers take the pointer with acquire. They see the old version or
// the new one, and all of it. Nothing here may free the old version while a reader has it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int width, height;
};

static struct config first = {4, 3};
static struct config *_Atomic current = &first;

static void *update(void *unused) {
  struct config *next = malloc(sizeof *next);
  next->width = 16;
  next->height = 12;
  atomic_store_explicit(&current, next, memory_order_release);
  return NULL;
}

static void *use(void *unused) {
  struct config *seen = atomic_load_explicit(&current, memory_order_acquire);
  assert(seen->width * 3 == seen->height * 4);
  return NULL;
}

int main(void) {
  pthread_t writer, reader, other;
  pthread_create(&writer, NULL, update, NULL);
  pthread_create(&reader, NULL, use, NULL);
  pthread_create(&other, NULL, use, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  pthread_join(other, NULL);
  if (atomic_load(&current) != &first) {
    free(atomic_load(&current));
  }
  return 0;
}
