// heddle: model=rc11 verdict=violation kind=data-race line=21 executions=1+2
//
// A relaxed flag orders nothing, so that the plain accesses to the message are unordered: a data
// race, and with it undefined behaviour, whatever value would be read.

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int message;
static atomic_int flag;

static void *write_message(void *unused) {
  message = 42;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return NULL;
}

static void *read_message(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
    printf("%d\n", message);
  }
  return NULL;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_message, NULL);
  pthread_create(&reader, NULL, read_message, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
