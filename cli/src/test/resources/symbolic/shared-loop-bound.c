// heddle: with BUG kind=assertion
// A loop that would never end if no other thread had written to what it looks at.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint left = 1;
static unsigned passes;

static void *write(void *unused) {
  left = __VERIFIER_nondet_uint() & 6;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write, 0);
  pthread_join(thread, 0);
  while (left & 7) {
    passes++;
    if (left != 1) {
      left = left - 2;
    }
  }
#ifdef BUG
  assert(passes < 3);
#else
  assert(passes <= 3);
#endif
}
