// heddle: model=sc verdict=safe optimal=120+0 rf=5+0
//
// N threads write a variable that the main thread reads once, at any time. The N+1 operations have
// (N+1)! orders, but the read has only N+1 possible sources.
//
// Origin: Aronis, Jonsson, Lång, Sagonas: Optimal DPOR with Observers (TACAS 2018).

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

static atomic_intptr_t x;

static void *sign(void *name) {
  atomic_store(&x, (intptr_t)name);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  atomic_init(&x, 0);
  for (intptr_t i = 0; i < N; i++) {
    pthread_create(&threads[i], NULL, sign, (void *)(i + 1));
  }
  intptr_t seen = atomic_load(&x);
  assert(seen <= N);
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
