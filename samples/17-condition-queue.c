// heddle: model=sc verdict=safe executions=13+0
//
// A queue with room for one number. Who finds it full or empty waits on a condition variable,
// and whoever changes that signals.
//
//     ./heddle check samples/17-condition-queue.c
//
// Waiting happens in a loop, because a thread that has been woken up may find that another one was
// faster. No number is lost, none comes twice, and nobody waits forever: Heddle would call that a
// deadlock.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool full;
  int number;
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, 0};

static void put(int number) {
  pthread_mutex_lock(&queue.lock);
  while (queue.full) {
    pthread_cond_wait(&queue.changed, &queue.lock);
  }
  queue.number = number;
  queue.full = true;
  pthread_cond_broadcast(&queue.changed);
  pthread_mutex_unlock(&queue.lock);
}

static int take(void) {
  pthread_mutex_lock(&queue.lock);
  while (!queue.full) {
    pthread_cond_wait(&queue.changed, &queue.lock);
  }
  int number = queue.number;
  queue.full = false;
  pthread_cond_broadcast(&queue.changed);
  pthread_mutex_unlock(&queue.lock);
  return number;
}

static void *produce(void *unused) {
  put(1);
  put(2);
  return NULL;
}

static void *consume(void *unused) {
  assert(take() == 1);
  assert(take() == 2);
  return NULL;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return 0;
}
