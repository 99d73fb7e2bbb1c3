// heddle: model=sc verdict=violation
// An attempt begins with a look, through another pointer, at what the one before it has left in the out-parameter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int offered;
static int out = 7;
static int *_Atomic previous = &out;

static bool try_take(int *number) {
  int before = *atomic_load(&previous);
  assert(before == 7);
  *number = atomic_load(&offered);
  return *number != 0;
}

static void *take(void *argument) {
  while (!try_take(&out)) {
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, take, NULL);
  atomic_store(&offered, 1);
  pthread_join(thread, NULL);
  return 0;
}
