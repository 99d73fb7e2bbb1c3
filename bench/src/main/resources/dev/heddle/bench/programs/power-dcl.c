// heddle: model=power verdict=safe graph=4+0 -DFENCED
//
// Double-checked locking of a singleton.
#include "power.h"

struct thing {
  int content;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct thing made;
struct thing *volatile singleton;

static void *use(void *unused) {
  struct thing *found = singleton;
  if (!found) {
    pthread_mutex_lock(&mutex);
    found = singleton;
    if (!found) {
      made.content = 1;
      SYNC();
      found = &made;
      singleton = found;
    }
    pthread_mutex_unlock(&mutex);
  }
  assert(found->content == 1);
  return 0;
}

int main(void) {
  both(use, use);
  return 0;
}
