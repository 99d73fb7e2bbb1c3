// heddle: symbolic verdict=safe
// A queue of any capacity up to 3 between two threads: what comes out is what went in, in order.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

#define MOST 3
#define ITEMS 2

static int slots[MOST];
static unsigned capacity, head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sent[ITEMS];

static int put(int value) {
  pthread_mutex_lock(&lock);
  int fits = tail - head < capacity;
  if (fits) {
    slots[tail < capacity ? tail : tail - capacity] = value;
    tail++;
  }
  pthread_mutex_unlock(&lock);
  return fits;
}

static int take(int *value) {
  pthread_mutex_lock(&lock);
  int found = head < tail;
  if (found) {
    *value = slots[head < capacity ? head : head - capacity];
    head++;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static void *producer(void *unused) {
  int count = 0;
  for (int i = 0; i < ITEMS; i++) {
    if (put(sent[i])) {
      count++;
    } else {
      break;
    }
  }
  return 0;
}

int main(void) {
  capacity = __VERIFIER_nondet_uint();
  __VERIFIER_assume(capacity >= 1 && capacity <= MOST);
  for (int i = 0; i < ITEMS; i++) {
    sent[i] = __VERIFIER_nondet_int();
  }
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  int count = 0;
  for (int i = 0; i < ITEMS; i++) {
    int value;
    if (take(&value)) {
      assert(value == sent[count]);
      count++;
    }
  }
  pthread_join(thread, 0);
}
