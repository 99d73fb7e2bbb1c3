// heddle: model=sc verdict=safe executions=2+2
//
// A consumer keeps the producer's index in a member of its own, and stores what it reads there even
// if that is what it knows.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct {
  atomic_uint tail;
  unsigned known_tail;
  unsigned head;
  int items[2];
} queue;

static void *produce(void *unused) {
  for (int i = 0; i < 2; i++) {
    queue.items[i] = i + 1;
    atomic_store(&queue.tail, i + 1);
  }
  return unused;
}

static void *consume(void *unused) {
  for (int i = 0; i < 2; i++) {
    while (queue.known_tail == queue.head) {
      queue.known_tail = atomic_load(&queue.tail);
    }
    assert(queue.items[queue.head] == i + 1);
    queue.head++;
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, produce, NULL);
  pthread_create(&threads[1], NULL, consume, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
