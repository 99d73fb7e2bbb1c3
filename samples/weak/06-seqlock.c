// heddle: model=rc11 verdict=safe executions=2+8
//
// A sequence lock: the writer makes the version odd, writes, and makes it even again. A reader
// reads between two looks at the version and tries again if it changed. The fences are those of
// Boehm, "Can seqlocks get along with programming language memory models?", MSPC 2012. The loop
// needs no bound: a look that fails changes nothing.

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
    atomic_thread_fence(memory_order_acquire);
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
