// heddle: with BUG kind=assertion
// As many threads as bits are set, whose identities stand side by side in an array.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int runs;

static void *run(void *unused) {
  runs++;
  return unused;
}

int main(void) {
  unsigned char wanted = __VERIFIER_nondet_uchar();
  pthread_t threads[2];
  int started = 0;
  for (int i = 0; i < 2; i++) {
    if (wanted >> i & 1) {
      pthread_create(&threads[started++], 0, run, 0);
    }
  }
  for (int i = 0; i < started; i++) {
    pthread_join(threads[i], 0);
  }
#ifdef BUG
  assert(runs < 2);
#else
  assert(runs == (wanted & 1) + (wanted >> 1 & 1));
#endif
}
