/* Two workers that read each other's variable and write their own, ROUNDS times each. */
#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *first(void *unused) {
  for (int k = 0; k < ROUNDS; k++) {
    i = j + 1;
  }
  return 0;
}

static void *second(void *unused) {
  for (int k = 0; k < ROUNDS; k++) {
    j = i + 1;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(i != 3);
}
