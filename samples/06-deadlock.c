// heddle: model=sc verdict=violation kind=deadlock line=26 executions=2+1
//
// Two transfers between two accounts, each under the locks of both. One goes from a to b, the
// other back.
//
//     ./heddle check samples/06-deadlock.c
//
// Each thread takes the lock of the account that it takes money from first. When both have got
// their first lock, neither gets its second: Heddle reports the deadlock and who waits for what.
// It is gone when all threads take the locks in the same order, for example that of their
// addresses.

#include <pthread.h>
#include <stddef.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account a = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account b = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *there(void *unused) {
  transfer(&a, &b, 30);
  return NULL;
}

static void *back(void *unused) {
  transfer(&b, &a, 20);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, there, NULL);
  pthread_create(&threads[1], NULL, back, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
