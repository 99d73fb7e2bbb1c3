// heddle: model=sc verdict=violation kind=assertion line=31 executions=4+0
//
// Two threads add one to a counter. Each step is atomic, but the addition as a whole is not: it
// reads, and later it writes.
//
//     ./heddle check samples/03-lost-update.c
//
// Heddle finds the execution in which both threads read 0 and both write 1, and shows it step by
// step with the source lines. Behind each read stands the write that it took its value from. The
// exit code is 1. With atomic_fetch_add in place of the two lines, the program is safe.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int counter;

static void *add_one(void *unused) {
  int old = atomic_load(&counter);
  atomic_store(&counter, old + 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, add_one, NULL);
  pthread_create(&threads[1], NULL, add_one, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(atomic_load(&counter) == 2);
  return 0;
}
