// heddle: model=sc verdict=safe optimal=1820474+0
//
// big0.c with four more reads: two threads write two variables each, in turn; two more read all
// four, as release and acquire. Nothing depends on what they read: the number of executions is
// that of the ways to place the reads between the writes.
//
// Origin: big1 of GenMC's tests.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { ROUNDS = 3 };

static atomic_int x, y, z, w;

static void read_one(atomic_int *variable) {
  (void)atomic_load_explicit(variable, memory_order_acquire);
}

static void *read_eight(void *unused) {
  read_one(&x);
  read_one(&y);
  read_one(&z);
  read_one(&w);
  read_one(&x);
  read_one(&y);
  read_one(&z);
  read_one(&w);
  return NULL;
}

static void *read_six(void *unused) {
  read_one(&x);
  read_one(&y);
  read_one(&z);
  read_one(&w);
  read_one(&x);
  read_one(&y);
  return NULL;
}

static void write_in_turn(atomic_int *first, atomic_int *second) {
  for (int value = 1; value <= ROUNDS; value++) {
    atomic_store_explicit(first, value, memory_order_release);
    atomic_store_explicit(second, value, memory_order_release);
  }
}

static void *write_x_and_y(void *unused) {
  write_in_turn(&x, &y);
  return NULL;
}

static void *write_z_and_w(void *unused) {
  write_in_turn(&z, &w);
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, read_eight, NULL);
  pthread_create(&threads[1], NULL, read_six, NULL);
  pthread_create(&threads[2], NULL, write_x_and_y, NULL);
  pthread_create(&threads[3], NULL, write_z_and_w, NULL);
  return 0;
}
