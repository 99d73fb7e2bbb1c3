// heddle: model=sc verdict=safe executions=1+0
//
// A producer that tries to put something until it succeeds. What it puts is a parameter whose bytes
// are copied, by an inlined function that is told how many.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

static atomic_uint head;
static atomic_uint tail;
static void *slots[1];
static int items[3];

INLINE bool enqueue(void *slot, const void *entry, unsigned size) {
  unsigned last = atomic_load(&tail);
  if (last != atomic_load(&head)) {
    return false;
  }
  memcpy(slot, entry, size);
  atomic_store(&tail, last + 1);
  return true;
}

INLINE bool try_push(void *item) { return enqueue(slots, &item, sizeof(item)); }

INLINE bool try_pop(void **item) {
  unsigned first = atomic_load(&head);
  if (first == atomic_load(&tail)) {
    return false;
  }
  memcpy(item, slots, sizeof(*item));
  atomic_store(&head, first + 1);
  return true;
}

static void *produce(void *unused) {
  for (int i = 0; i < 3; i++) {
    while (!try_push(&items[i])) {
    }
  }
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int i = 0; i < 3; i++) {
    void *item;
    while (!try_pop(&item)) {
    }
    assert(item == &items[i]);
  }
  pthread_join(producer, NULL);
  return 0;
}
