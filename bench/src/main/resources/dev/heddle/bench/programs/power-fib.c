// heddle: model=power verdict=safe graph=175+0 -DJOIN -DN=3
//
// Two threads add each other's number, N times; the largest sum is a Fibonacci number.
#include "power.h"

#ifndef N
#define N 5
#endif
#ifndef LIMIT
#define LIMIT 144
#endif

int i = 1, j = 1;

static void *one(void *unused) {
  for (int k = 0; k < N; k++) {
    i += j;
  }
  return 0;
}

static void *other(void *unused) {
  for (int k = 0; k < N; k++) {
    j += i;
  }
  return 0;
}

int main(void) {
#ifdef JOIN
  both(one, other);
#else
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, other, 0);
#endif
  assert(i <= LIMIT && j <= LIMIT);
  return 0;
}
