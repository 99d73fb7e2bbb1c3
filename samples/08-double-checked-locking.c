// heddle: model=sc verdict=violation kind=assertion line=48 executions=4+2
//
// Double-checked locking makes an object on first use and takes the lock only until it is there.
//
//     ./heddle check samples/08-double-checked-locking.c
//
// This version publishes the object before it is complete: between the two lines of create(),
// another thread finds a pointer that is not null, skips the lock, and reads a limit that has not
// been set. The counterexample says config->limit although the object is on the heap, because
// that is how the program reaches it. Filling in the object first and storing the pointer last
// makes the program safe.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

struct settings {
  int limit;
  char mode;
};

static _Atomic(struct settings *) config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void create(void) {
  struct settings *fresh = calloc(1, sizeof *fresh);
  atomic_store(&config, fresh);
  fresh->limit = 8;
  fresh->mode = 'r';
}

static struct settings *get(void) {
  if (atomic_load(&config) == NULL) {
    pthread_mutex_lock(&lock);
    if (atomic_load(&config) == NULL) {
      create();
    }
    pthread_mutex_unlock(&lock);
  }
  return atomic_load(&config);
}

static void *use(void *unused) {
  struct settings *mine = get();
  int limit = mine->limit;
  assert(limit == 8);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, use, NULL);
  pthread_create(&threads[1], NULL, use, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  free(config);
  return 0;
}
