// heddle: model=rc11 verdict=violation kind=assertion line=23 executions=2+1
//
// The same with relaxed orders, and an atomic message so that it is not a race. The reader may see
// the flag and still the old message. No interleaving does that; the report shows the circle, and
// which two orders forbid it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int message;
static atomic_int flag;

static void *write_message(void *unused) {
  atomic_store_explicit(&message, 42, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

static void *read_message(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    int seen = atomic_load_explicit(&message, memory_order_relaxed);
    assert(seen == 42);
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
