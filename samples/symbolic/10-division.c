// heddle: symbolic verdict=violation kind=division-by-zero
// The number of parts becomes zero between the check and the division.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int parts;

static void *remove_part(void *unused) {
  atomic_fetch_sub(&parts, 1);
  return 0;
}

int main(void) {
  atomic_store(&parts, __VERIFIER_nondet_int());
  int whole = __VERIFIER_nondet_int();
  pthread_t thread;
  pthread_create(&thread, 0, remove_part, 0);
  int share = 0;
  if (atomic_load(&parts) > 0) {
    share = whole / atomic_load(&parts);
  }
  pthread_join(thread, 0);
  return share;
}
