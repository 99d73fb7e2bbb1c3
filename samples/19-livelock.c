// heddle: model=sc verdict=safe executions=1+1
//
// A spin lock that is not released on one path. Nothing bad happens, but what good should happen
// then?
//
//     ./heddle check samples/19-livelock.c
//     ./heddle check --check-liveness samples/19-livelock.c
//
// Whoever finds the account empty goes away with the lock, and the other thread spins forever. That
// is no violation of an assertion, so that Heddle warns of it; with --check-liveness it is a
// violation, and Heddle shows the execution.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int locked;
static int account;

static void lock(void) {
  while (atomic_exchange(&locked, 1) != 0) {
  }
}

static void unlock(void) {
  atomic_store(&locked, 0);
}

static void *deposit(void *unused) {
  lock();
  account++;
  unlock();
  return NULL;
}

static void *withdraw(void *unused) {
  lock();
  if (account == 0) {
    return NULL;
  }
  account--;
  unlock();
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, deposit, NULL);
  pthread_create(&threads[1], NULL, withdraw, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
