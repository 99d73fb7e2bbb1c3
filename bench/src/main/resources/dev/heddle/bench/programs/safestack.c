// heddle: model=sc unroll=4 verdict=bounded optimal=119+6
//
// A stack in an array of three that was thought to be safe. Popping marks the top's successor, so
// that no two threads can have the same element; an element that comes and goes in between makes
// them have it nevertheless. The last element is never popped. The digits of N say what each thread
// does: it takes turns in popping and pushing, that many times altogether. The error needs 331, and
// can be kept quiet with NO_ASSERT, which also leaves out the stores that only the assertion reads:
// where two threads have the same element, their order would be one more choice.
//
// Origin: Dmitry Vyukov's SafeStack, posted to the forum of CHESS, as in SCTBench and the evaluation
// of Jonsson, Lång, Sagonas: Awaiting for Godot (FMCAD 2022).

#include <assert.h>
#include <stdatomic.h>

#ifndef N
#define N 21
#endif
#define THREADS (N >= 100 ? 3 : 2)

#include "threads.h"

#define SIZE 3
#define NONE -1

struct item {
  atomic_int value;
  atomic_int next;
};

static struct item items[SIZE];
static atomic_int head;
static atomic_int count;

static int pop(void) {
  while (atomic_load(&count) > 1) {
    int top = atomic_load(&head);
    int next = atomic_exchange(&items[top].next, NONE);
    if (next >= 0) {
      int expected = top;
      if (atomic_compare_exchange_strong(&head, &expected, next)) {
        atomic_fetch_sub(&count, 1);
        return top;
      }
      atomic_exchange(&items[top].next, next);
    }
  }
  return NONE;
}

static void push(int item) {
  int top;
  do {
    top = atomic_load(&head);
    atomic_store(&items[item].next, top);
  } while (!atomic_compare_exchange_strong(&head, &top, item));
  atomic_fetch_add(&count, 1);
}

static int pop_at_last(void) {
  int item;
  do {
    item = pop();
  } while (item == NONE);
  return item;
}

static void use(int item, int thread) {
#ifndef NO_ASSERT
  atomic_store(&items[item].value, thread);
  assert(atomic_load(&items[item].value) == thread);
#endif
}

/// The digit of N that is `thread` places from the left.
static int operations_of(int thread) {
  int digits = N;
  for (int place = THREADS - 1; place > thread; place--) {
    digits /= 10;
  }
  return digits % 10;
}

static void run(int thread) {
  int left = operations_of(thread);
  for (;;) {
    if (left-- == 0) {
      return;
    }
    int item = pop_at_last();
    use(item, thread);
    if (left-- == 0) {
      return;
    }
    push(item);
  }
}

int main(void) {
  for (int i = 0; i < SIZE; i++) {
    atomic_init(&items[i].next, i + 1 < SIZE ? i + 1 : NONE);
  }
  atomic_init(&count, SIZE);
  start_threads();
  return 0;
}
