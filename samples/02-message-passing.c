// heddle: model=sc verdict=safe executions=2+0
//
// One thread prepares a message and raises a flag. Another looks at the flag and, if it is up,
// reads the message. Does it always read the whole message?
//
//     ./heddle check samples/02-message-passing.c
//
// It does. There are only two executions worth telling apart, because the rest is the same for
// everyone: the flag is seen down, or it is seen up and then the message is there. The message
// needs no atomic type, as nobody touches it at the same time; the flag does.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static struct {
  int sender;
  int text;
} message;
static atomic_bool ready;

static void *send(void *unused) {
  message.sender = 7;
  message.text = 42;
  atomic_store_explicit(&ready, true, memory_order_release);
  return NULL;
}

static void *receive(void *unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) {
    assert(message.sender == 7);
    assert(message.text == 42);
  }
  return NULL;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_create(&sender, NULL, send, NULL);
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  return 0;
}
