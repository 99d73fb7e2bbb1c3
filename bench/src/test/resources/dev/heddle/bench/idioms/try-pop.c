// heddle: model=sc verdict=safe executions=4+8
//
// A consumer that tries to take something until it succeeds. What it takes goes to a variable of
// its own, in failed attempts, too.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static atomic_uint head;
static atomic_uint tail;
static atomic_int items[2];
static int taken[2];

static bool try_pop(int *out) {
  unsigned first = atomic_load(&head);
  if (first == atomic_load(&tail)) {
    *out = -1;
    return false;
  }
  *out = atomic_load(&items[first]);
  return atomic_compare_exchange_strong(&head, &first, first + 1);
}

static void *produce(void *unused) {
  for (int i = 0; i < 2; i++) {
    atomic_store(&items[i], i + 1);
    atomic_store(&tail, i + 1);
  }
  return unused;
}

static void *consume(void *index) {
  int out;
  while (!try_pop(&out)) {
  }
  taken[(intptr_t)index] = out;
  return NULL;
}

int main(void) {
  pthread_t producer;
  pthread_t consumers[2];
  pthread_create(&producer, NULL, produce, NULL);
  for (intptr_t i = 0; i < 2; i++) {
    pthread_create(&consumers[i], NULL, consume, (void *)i);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(consumers[i], NULL);
  }
  assert(taken[0] + taken[1] == 3);
  return 0;
}
