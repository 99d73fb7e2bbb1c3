// heddle: symbolic verdict=violation kind=use-after-free
// An object with a reference count of any size: decrementing it in two steps frees it too early.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};

static struct object *object;

static void *release(void *unused) {
  int left = atomic_load(&object->references) - 1;
  atomic_store(&object->references, left);
  if (left <= 0) {
    free(object);
  }
  return 0;
}

int main(void) {
  int references = __VERIFIER_nondet_int();
  __VERIFIER_assume(references > 0);
  object = malloc(sizeof *object);
  atomic_init(&object->references, references);
  object->value = __VERIFIER_nondet_int();
  pthread_t a, b;
  pthread_create(&a, 0, release, 0);
  pthread_create(&b, 0, release, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
