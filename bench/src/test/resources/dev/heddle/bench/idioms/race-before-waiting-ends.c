// heddle: model=rc11 verdict=violation kind=data-race line=15
// The look that ends the waiting is ordered behind the plain write; the looks before it are not.
#include <pthread.h>

static int place;

static void *writer(void *unused) {
  place = 5;
  __atomic_store_n(&place, 1, __ATOMIC_SEQ_CST);
  return unused;
}

static void *waiter(void *unused) {
  // Reads 0, 5 or 1, and only 1 ends it.
  while (__atomic_load_n(&place, __ATOMIC_SEQ_CST) != 1) {
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, waiter, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
