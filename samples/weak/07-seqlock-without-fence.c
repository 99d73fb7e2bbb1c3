// heddle: model=rc11 verdict=violation kind=assertion line=31 executions=3+10
//
// The sequence lock without the fence of the reader: its second look at the version may come before
// the loads of the data, which then need not belong to one version.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint version;
static atomic_int left, right;

static void *write_both(void *unused) {
  atomic_store_explicit(&version, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&left, 7, memory_order_relaxed);
  atomic_store_explicit(&right, 7, memory_order_relaxed);
  atomic_store_explicit(&version, 2, memory_order_release);
  return NULL;
}

static void *read_both(void *unused) {
  int a, b;
  unsigned before, after;
  do {
    before = atomic_load_explicit(&version, memory_order_acquire);
    a = atomic_load_explicit(&left, memory_order_relaxed);
    b = atomic_load_explicit(&right, memory_order_relaxed);
    after = atomic_load_explicit(&version, memory_order_relaxed);
  } while (before != after || before % 2 != 0);
  assert(a == b);
  return NULL;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_both, NULL);
  pthread_create(&reader, NULL, read_both, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
