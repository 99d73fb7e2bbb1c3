// heddle: model=sc verdict=safe optimal=6378+0 rf=79+0
//
// An optimistic lock: two threads write their names and go on if nobody wrote another one
// meanwhile; otherwise they try again, at most N times. Thousands of orders of the writes hide a
// handful of reads-from classes per N.
//
// Origin: Chalupa, Chatterjee, Pavlogiannis, Sinha, Vaidya: Data-Centric Dynamic Partial Order
// Reduction (POPL 2018).

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 7
#endif

static atomic_int owner, data;

static void *update(void *argument) {
  int name = (int)(intptr_t)argument;
  for (int tries = 0; tries < N; tries++) {
    atomic_store(&owner, name);
    atomic_store(&data, 1);
    if (atomic_load(&owner) == name) {
      (void)atomic_load(&data);
      return NULL;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t name = 0; name < 2; name++) {
    pthread_create(&threads[name], NULL, update, (void *)name);
  }
  return 0;
}
