// heddle: model=sc verdict=safe optimal=2048+0
//
// Thread i tries once to change x from i-1 to i. A compare-exchange that fails only reads, and
// reads commute: how many executions there are depends on telling the two apart.
//
// Origin: Kokologiannakis, Lahav, Sagonas, Vafeiadis: Effective Stateless Model Checking for C/C++
// Concurrency (POPL 2018).

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 8
#endif

static atomic_int x;
static int numbers[N];

static void *advance(void *argument) {
  int to = *(int *)argument;
  int from = to - 1;
  atomic_compare_exchange_strong(&x, &from, to);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  atomic_init(&x, 0);
  for (int i = 0; i < N; i++) {
    numbers[i] = i + 1;
    pthread_create(&threads[i], NULL, advance, &numbers[i]);
  }
  return 0;
}
