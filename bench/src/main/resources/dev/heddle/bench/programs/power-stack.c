// heddle: model=power verdict=safe graph=6+0 -DFENCED -DN=2
//
// A stack under a lock: one thread pushes N times, another pops if there is something.
#include "power.h"

#ifndef N
#define N 5
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int top, stack[N], filled;

static void *push(void *unused) {
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&mutex);
    assert(top < N);
    stack[top] = k;
    top = top + 1;
    filled = 1;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

static void *pop(void *unused) {
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&mutex);
#ifdef FENCED
    if (top > 0) {
#else
    if (filled) {
#endif
      assert(top > 0);
      top = top - 1;
    }
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  both(push, pop);
  return 0;
}
