// heddle: model=sc verdict=violation kind=deadlock line=25 executions=2+1
//
// One thread waits for an event, another one announces it. The flag and the condition variable
// are there, but the flag is set without the lock.
//
//     ./heddle check samples/18-lost-wakeup.c
//
// The waiter looks at the flag, finds it down, and decides to wait. Before it does, the other
// thread raises the flag and signals; nobody is waiting yet, so the signal is lost, and the waiter
// waits forever. A lock around the assignment makes looking and waiting one step, and the program
// safe.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;
static atomic_bool flag;

static void *wait_for_flag(void *unused) {
  pthread_mutex_lock(&lock);
  while (!flag) {
    pthread_cond_wait(&raised, &lock);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *raise_flag(void *unused) {
  flag = true;
  pthread_cond_signal(&raised);
  return NULL;
}

int main(void) {
  pthread_t waiter, raiser;
  pthread_create(&waiter, NULL, wait_for_flag, NULL);
  pthread_create(&raiser, NULL, raise_flag, NULL);
  pthread_join(waiter, NULL);
  pthread_join(raiser, NULL);
  return 0;
}
