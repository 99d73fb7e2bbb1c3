// heddle: model=sc verdict=safe executions=4+2
//
// A ring with several producers and consumers. The function that takes something has a variable of
// its own, which a failed compare-exchange refreshes through a pointer; it is called until it succeeds.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#define SIZE 4

static atomic_uint consumer_head, producer_tail, producer_head;
static int slots[SIZE];

static bool cas_value(atomic_uint *target, unsigned expected, unsigned desired, unsigned *found) {
  bool success = atomic_compare_exchange_strong(target, &expected, desired);
  *found = expected;
  return success;
}

static bool dequeue(int *out) {
  unsigned consumer = atomic_load(&consumer_head);
  do {
    unsigned producer = atomic_load(&producer_tail);
    if (consumer == producer) {
      return false;
    }
    memcpy(out, &slots[consumer % SIZE], sizeof *out);
  } while (!cas_value(&consumer_head, consumer, consumer + 1, &consumer));
  return true;
}

static void enqueue(int value) {
  unsigned producer = atomic_load(&producer_head);
  while (!cas_value(&producer_head, producer, producer + 1, &producer)) {
  }
  slots[producer % SIZE] = value;
  while (atomic_load(&producer_tail) != producer) {
  }
  atomic_store(&producer_tail, producer + 1);
}

static void *produce(void *value) {
  enqueue(*(int *)value);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int values[2] = {1, 2};
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, produce, &values[i]);
  }
  int taken = 0;
  while (!dequeue(&taken)) {
  }
  assert(taken == 1 || taken == 2);
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], NULL);
  }
}
