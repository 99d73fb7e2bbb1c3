// heddle: model=sc verdict=safe optimal=24+0 rf=4+0
//
// N threads write the same variable; the main thread reads it once all have ended. There are N!
// orders of the writes and N results: what separates Mazurkiewicz traces from reads-from classes.
//
// Origin: Aronis, Jonsson, Lång, Sagonas: Optimal DPOR with Observers (TACAS 2018).

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

static atomic_int x;

static void *sign(void *name) {
  atomic_store(&x, (int)(intptr_t)name);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (intptr_t i = 0; i < N; i++) {
    pthread_create(&threads[i], NULL, sign, (void *)(i + 1));
  }
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], NULL);
  }
  return atomic_load(&x) == 0;
}
