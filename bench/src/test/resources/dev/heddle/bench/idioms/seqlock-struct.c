// heddle: model=sc verdict=safe executions=2+8
//
// A reader of a seqlock copies a struct in each attempt; only the last copy counts.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct point {
  int x;
  int y;
  long z;
};

static atomic_uint sequence;
static struct point shared;

static void *write_point(void *unused) {
  struct point next = {1, 1, 1};
  atomic_fetch_add(&sequence, 1);
  shared = next;
  atomic_fetch_add(&sequence, 1);
  return unused;
}

static struct point read_point(void) {
  struct point copy;
  unsigned before;
  do {
    before = atomic_load(&sequence);
    copy = shared;
  } while ((before & 1) || atomic_load(&sequence) != before);
  return copy;
}

static void *read(void *unused) {
  struct point seen = read_point();
  assert(seen.x == seen.y && seen.y == seen.z);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_point, NULL);
  pthread_create(&threads[1], NULL, read, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
