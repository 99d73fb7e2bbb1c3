// heddle: with BUG kind=assertion
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;
static void add(int n) { x += n; }
static void subtract(int n) { x -= n; }
static void (*_Atomic change)(int) = add;

static void *first(void *unused) {
#ifdef BUG
  change = subtract;
#endif
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  change(3);
  pthread_join(a, 0);
  assert(x == 3);
  return 0;
}
