// heddle: model=power verdict=safe graph=1+0 -DN=2
//
// Threads put numbers into a hash table whose slots have locks. Up to eleven threads never meet.
#include "power.h"

#ifndef N
#define N 11
#endif
#define SIZE 128
#define EACH 4

int table[SIZE];
pthread_mutex_t locks[SIZE];

static int put(int slot, int number) {
  int done = 0;
  pthread_mutex_lock(&locks[slot]);
  if (table[slot] == 0) {
    table[slot] = number;
    done = 1;
  }
  pthread_mutex_unlock(&locks[slot]);
  return done;
}

static void *fill(void *argument) {
  int me = (int)(long)argument;
  for (int i = 1; i <= EACH; i++) {
    int number = i * 11 + me;
    int slot = number * 7 % SIZE;
    while (!put(slot, number)) {
      slot = (slot + 1) % SIZE;
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_init(&locks[i], 0);
  }
  for (long i = 0; i < N; i++) {
    pthread_create(&threads[i], 0, fill, (void *)i);
  }
  for (int i = 0; i < N; i++) {
    pthread_join(threads[i], 0);
  }
  return 0;
}
