// heddle: model=sc verdict=safe executions=47+0
//
// A seqlock lets readers look at data that is being changed, and notice it. The writer makes a
// counter odd, writes, and makes it even again; a reader that finds the same even number before
// and after has read a consistent state.
//
//     ./heddle check samples/09-seqlock.c
//
// The reader tries once; a real one would go on until it succeeds. Many executions end with a
// failed try, none with a torn pair. Without the second look at the counter, Heddle finds one.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int low, high;

static void *write_pairs(void *unused) {
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&low, i);
    atomic_store(&high, 10 * i);
    atomic_fetch_add(&sequence, 1);
  }
  return NULL;
}

static bool read_pair(int *first, int *second) {
  unsigned before = atomic_load(&sequence);
  *first = atomic_load(&low);
  *second = atomic_load(&high);
  return before % 2 == 0 && atomic_load(&sequence) == before;
}

static void *read_once(void *unused) {
  int first, second;
  if (read_pair(&first, &second)) {
    assert(second == 10 * first);
  }
  return NULL;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_pairs, NULL);
  pthread_create(&reader, NULL, read_once, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
