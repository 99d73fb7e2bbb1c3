// heddle: model=sc verdict=safe optimal=3432+0
//
// Two threads take turns at a ring buffer under one lock: one puts numbers in, the other takes
// them out. Each tries N times and does nothing when it is not its turn. Only whole critical
// sections can change places, so there are as many executions as ways to shuffle N with N of them:
// (2N)! / N!².
//
// Origin: circular_buffer_ok of SCTBench.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 7
#endif

enum { SLOTS = 10, NOTHING = -1 };
_Static_assert(N < SLOTS, "the reader does not follow the writer around the end of the ring");

static char slots[SLOTS];
static unsigned head, tail;
static int capacity;
static bool may_put, may_take;
static int newest;
static pthread_mutex_t ring;

static int put(int item) {
  if (tail >= capacity || capacity <= 0) {
    return NOTHING;
  }
  slots[tail] = item;
  tail = (tail + 1) % capacity;
  assert(tail < capacity);
  return item;
}

static int take(void) {
  assert(head <= SLOTS);
  if (tail == 0 || head >= capacity) {
    return NOTHING;
  }
  head++;
  return slots[head - 1];
}

static void *writer(void *unused) {
  for (int item = 0; item < N; item++) {
    pthread_mutex_lock(&ring);
    if (may_put) {
      assert(put(item) == item);
      newest = item;
      may_put = false;
      may_take = true;
    }
    pthread_mutex_unlock(&ring);
  }
  return NULL;
}

static void *reader(void *unused) {
  for (int turn = 0; turn < N; turn++) {
    pthread_mutex_lock(&ring);
    if (may_take) {
      assert(take() == newest);
      may_take = false;
      may_put = true;
    }
    pthread_mutex_unlock(&ring);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_mutex_init(&ring, NULL);
  capacity = SLOTS;
  may_put = true;
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
