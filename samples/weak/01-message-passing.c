// heddle: model=rc11 verdict=safe executions=2+0
//
// A writer prepares a message in plain memory and raises a flag with release. A reader that sees
// the flag with acquire sees the message: the store synchronises with the load, so that all in
// front of the one happens before all behind the other, and the plain accesses do not race.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int flag;

static void *write_message(void *unused) {
  message = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

static void *read_message(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) {
    assert(message == 42);
  }
  return NULL;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_message, NULL);
  pthread_create(&reader, NULL, read_message, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
