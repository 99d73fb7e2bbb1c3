// heddle: model=sc verdict=safe executions=2+0
//
// A reader-writer lock that is one number. Writers wait for one value alone.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { BIAS = 0x100000 };

static atomic_int lock = BIAS;
static int data;

static void read_lock(void) {
  int before = atomic_fetch_sub(&lock, 1);
  while (before <= 0) {
    atomic_fetch_add(&lock, 1);
    while (atomic_load(&lock) <= 0) {
    }
    before = atomic_fetch_sub(&lock, 1);
  }
}

static void write_lock(void) {
  int before = atomic_fetch_sub(&lock, BIAS);
  while (before != BIAS) {
    atomic_fetch_add(&lock, BIAS);
    while (atomic_load(&lock) != BIAS) {
    }
    before = atomic_fetch_sub(&lock, BIAS);
  }
}

static void *read(void *unused) {
  read_lock();
  assert(data == 0 || data == 2);
  atomic_fetch_add(&lock, 1);
  return unused;
}

static void *write(void *unused) {
  write_lock();
  data++;
  data++;
  atomic_fetch_add(&lock, BIAS);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, read, NULL);
  pthread_create(&threads[1], NULL, write, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
