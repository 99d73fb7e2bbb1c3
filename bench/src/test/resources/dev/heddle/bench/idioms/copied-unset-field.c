// heddle: model=rc11 verdict=safe
// A message is copied as a whole, though only some kinds have a value: nobody looks at what is not set.
#include <assert.h>
#include <pthread.h>

enum kind { STOP, ADD };

struct message {
  enum kind kind;
  long value;
};

static struct message queue[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int take(struct message message, int sum) {
  return message.kind == ADD ? sum + (int)message.value : -1;
}

static void *sender(void *argument) {
  struct message stop;
  stop.kind = STOP;
  pthread_mutex_lock(&mutex);
  queue[1] = stop;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  queue[0] = (struct message){ADD, 3};
  queue[1] = queue[0];
  pthread_create(&thread, NULL, sender, NULL);
  pthread_mutex_lock(&mutex);
  struct message first = queue[0];
  struct message second = queue[1];
  pthread_mutex_unlock(&mutex);
  int sum = take(first, 0);
  assert(sum == 3);
  sum = take(second, sum);
  assert(sum == -1 || sum == 6);
  pthread_join(thread, NULL);
  return 0;
}
