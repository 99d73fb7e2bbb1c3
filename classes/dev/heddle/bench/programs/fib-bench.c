// heddle: model=sc verdict=safe optimal=140+0
//
// Two threads add each other's number to their own, N times. The numbers grow fastest when the
// threads strictly alternate, and then they are Fibonacci numbers: nobody ever sees a larger one.
//
// Origin: fib_bench of SV-COMP.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int left, right;

static void *grow_left(void *unused) {
  for (int round = 0; round < N; round++) {
    int own = atomic_load(&left);
    int other = atomic_load(&right);
    atomic_store(&left, own + other);
  }
  return NULL;
}

static void *grow_right(void *unused) {
  for (int round = 0; round < N; round++) {
    int own = atomic_load(&right);
    int other = atomic_load(&left);
    atomic_store(&right, own + other);
  }
  return NULL;
}

static int fibonacci(int n) {
  int a = 0;
  int b = 1;
  for (; n > 0; n--) {
    b = a + b;
    a = b - a;
  }
  return a;
}

int main(void) {
  pthread_t threads[2];
  atomic_init(&left, 1);
  atomic_init(&right, 1);
  pthread_create(&threads[0], NULL, grow_left, NULL);
  pthread_create(&threads[1], NULL, grow_right, NULL);
  int largest = fibonacci(2 * N + 2);
  assert(atomic_load(&left) <= largest);
  assert(atomic_load(&right) <= largest);
  return 0;
}
