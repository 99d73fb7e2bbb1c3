// heddle: symbolic verdict=violation kind=out-of-bounds
// A parser of length and tag under a lock trusts the length of its input.
#include <heddle.h>
#include <pthread.h>

static unsigned char packet[2];
static unsigned char table[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *reader(void *unused) {
  pthread_mutex_lock(&lock);
  if (ready && packet[0] != 0xff) {
    table[packet[0] & 31] = packet[1];
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  pthread_mutex_lock(&lock);
  packet[0] = __VERIFIER_nondet_uchar();
  packet[1] = __VERIFIER_nondet_uchar();
  ready = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
