// heddle: model=sc verdict=violation kind=assertion line=49 executions=14+8
//
// A bounded queue for several producers and consumers, after Vyukov: each slot has a sequence
// number that says whose turn it is. A producer may fill slot i when its number is i, a consumer
// may empty it when the number is i + 1.
//
//     ./heddle check samples/14-bounded-queue.c
//
// The producer raises the number before it writes the value, so that a consumer can take a value
// that is not there yet. The counterexample names slots[0].seq and slots[0].value.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define SLOTS 2

static struct {
  atomic_uint seq;
  _Atomic char value;
} slots[SLOTS];
static atomic_uint tail, head;

static bool put(char value) {
  unsigned position = atomic_load(&tail);
  if (atomic_load(&slots[position % SLOTS].seq) != position) {
    return false;
  }
  if (!atomic_compare_exchange_strong(&tail, &position, position + 1)) {
    return false;
  }
  atomic_store(&slots[position % SLOTS].seq, position + 1);
  atomic_store(&slots[position % SLOTS].value, value);
  return true;
}

static char take(void) {
  unsigned position = atomic_load(&head);
  if (atomic_load(&slots[position % SLOTS].seq) != position + 1) {
    return 0;
  }
  if (!atomic_compare_exchange_strong(&head, &position, position + 1)) {
    return 0;
  }
  char value = atomic_load(&slots[position % SLOTS].value);
  atomic_store(&slots[position % SLOTS].seq, position + SLOTS);
  assert(value == 'x' || value == 'y');
  return value;
}

static void *produce(void *argument) {
  put(*(const char *)argument);
  return NULL;
}

static void *consume(void *unused) {
  take();
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (unsigned i = 0; i < SLOTS; i++) {
    atomic_store(&slots[i].seq, i);
  }
  pthread_create(&threads[0], NULL, produce, "x");
  pthread_create(&threads[1], NULL, produce, "y");
  pthread_create(&threads[2], NULL, consume, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
