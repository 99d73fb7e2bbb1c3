// heddle: model=rc11 verdict=safe executions=6+0
// Who is one too many goes back, with the orders that this needs and no stronger ones.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside;
static int data;

static void enter(void) {
  for (;;) {
    if (atomic_fetch_add_explicit(&inside, 1, memory_order_acquire) < 1) {
      break;
    }
    atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
  }
}

static void *work(void *unused) {
  enter();
  data++;
  atomic_fetch_sub_explicit(&inside, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&threads[i], NULL, work, NULL);
  }
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
  }
  assert(data == 3);
  return 0;
}
