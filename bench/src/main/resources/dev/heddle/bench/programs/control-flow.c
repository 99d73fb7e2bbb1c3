// heddle: model=sc verdict=safe optimal=5160+0 rf=43+0
//
// N threads read x, N write y, and two more do what they do only if they see the right values in y
// and z: whether there is a write to race with is known only along some executions.
//
// Origin: figure 8 of Abdulla, Aronis, Jonsson, Sagonas: Source Sets (JACM 2017).

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static atomic_int x, y, z;

static void *read_x(void *unused) {
  (void)atomic_load(&x);
  return NULL;
}

static void *write_y(void *unused) {
  atomic_store(&y, 1);
  return NULL;
}

static void *write_z_before_y(void *unused) {
  if (!atomic_load(&y)) {
    atomic_store(&z, 1);
  }
  return NULL;
}

static void *write_x_after_z_before_y(void *unused) {
  if (atomic_load(&z) && !atomic_load(&y)) {
    atomic_store(&x, 1);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2 * N + 2];
  pthread_t *next = threads;
  atomic_init(&x, 0);
  atomic_init(&y, 0);
  atomic_init(&z, 0);
  for (int i = 0; i < N; i++) {
    pthread_create(next++, NULL, read_x, NULL);
    pthread_create(next++, NULL, write_y, NULL);
  }
  pthread_create(next++, NULL, write_z_before_y, NULL);
  pthread_create(next++, NULL, write_x_after_z_before_y, NULL);
  return 0;
}
