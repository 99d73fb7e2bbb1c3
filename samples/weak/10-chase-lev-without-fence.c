// heddle: model=rc11 verdict=violation kind=assertion line=61 executions=82+10
//
// The same deque, but the owner takes without a fence between its store to the bottom and its load
// of the top: both may get the same element.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4
#define EMPTY -1

static atomic_int top, bottom;
static atomic_int buffer[SIZE];
static atomic_int handed_out[SIZE];

static void push(int value) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&buffer[b % SIZE], value, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t > b) {
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return EMPTY;
  }
  int value = atomic_load_explicit(&buffer[b % SIZE], memory_order_relaxed);
  if (t == b) {
    // The last element: whoever moves the top has it.
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                 memory_order_relaxed)) {
      value = EMPTY;
    }
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  }
  return value;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b) {
    return EMPTY;
  }
  int value = atomic_load_explicit(&buffer[t % SIZE], memory_order_relaxed);
  return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
                                                 memory_order_relaxed)
             ? value
             : EMPTY;
}

static void hand_out(int value) {
  if (value != EMPTY) {
    assert(value == 1 || value == 2);
    assert(atomic_exchange_explicit(&handed_out[value], 1, memory_order_relaxed) == 0);
  }
}

static void *own(void *unused) {
  push(1);
  push(2);
  hand_out(take());
  hand_out(take());
  return NULL;
}

static void *thieve(void *unused) {
  hand_out(steal());
  hand_out(steal());
  return NULL;
}

int main(void) {
  pthread_t owner, thief;
  pthread_create(&owner, NULL, own, NULL);
  pthread_create(&thief, NULL, thieve, NULL);
  pthread_join(owner, NULL);
  pthread_join(thief, NULL);
  return 0;
}
