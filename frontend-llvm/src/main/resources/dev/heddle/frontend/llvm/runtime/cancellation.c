/* Cancellation of threads, for programs that call pthread_cancel. */
#include "runtime.h"
#include <errno.h>
#include <pthread.h>

#define THREADS 64

/* What a request of another thread meets. The lowest bit: it has come. The others: the condition
   variable that the thread waits at, or ELSEWHERE, or 0. One word, so that of a request and the
   beginning of a wait one sees the other. */
static word requests[THREADS];

#define REQUESTED 1ul
#define ELSEWHERE 2ul

static _Thread_local int disabled;

_Noreturn void __heddle_end_thread_with(void *result);

static word *own_request(void) {
  word self = __heddle_self();
  if (self >= THREADS) {
    __heddle_unsupported("cancellation is modelled for at most 64 threads");
  }
  return &requests[self];
}

int pthread_cancel(pthread_t thread) {
  if (thread == 0 || thread > THREADS) {
    return ESRCH;
  }
  word place = __atomic_fetch_or(&requests[thread - 1], REQUESTED, __ATOMIC_ACQ_REL) & ~REQUESTED;
  if (place == ELSEWHERE) {
    __heddle_unsupported(
        "cancelling a thread that waits at something else than a condition variable is not modelled");
  }
  if (place) {
    __atomic_fetch_and((word *)place, ~(1ul << (thread - 1)), __ATOMIC_ACQ_REL);
  }
  return 0;
}

void pthread_testcancel(void) {
  if (!disabled && (__atomic_load_n(own_request(), __ATOMIC_ACQUIRE) & REQUESTED)) {
    disabled = 1;
    __heddle_end_thread_with(PTHREAD_CANCELED);
  }
}

/* Before the wait; whether it must not begin, because a request has come. */
int __heddle_begin_wait(word *place) {
  if (disabled) {
    return 0;
  }
  word content = place ? (word)place : ELSEWHERE;
  return __atomic_fetch_or(own_request(), content, __ATOMIC_ACQ_REL) & REQUESTED;
}

/* After the wait; whether a request has ended it. */
int __heddle_end_wait(void) {
  if (disabled) {
    return 0;
  }
  return __atomic_fetch_and(own_request(), REQUESTED, __ATOMIC_ACQ_REL) & REQUESTED;
}

/* For each thread, who waits for its end, by their numbers; ENDED alone when it has come. */
static word ends[THREADS];

#define ENDED (1ul << 63)

void __heddle_announce_end(void) {
  word self = __heddle_self();
  if (self < THREADS) {
    __atomic_store_n(&ends[self], ENDED, __ATOMIC_RELEASE);
  }
}

/* The thread's bit is set in a word, and who clears it ends a wait. Gives up if a request has come. */
static void begin_wait(word *place, word bit) {
  if (__heddle_begin_wait(place)) {
    __atomic_fetch_and(place, ~bit, __ATOMIC_RELAXED);
    __heddle_end_wait();
    pthread_testcancel();
  }
}

static void end_wait(void) {
  if (__heddle_end_wait()) {
    pthread_testcancel();
  }
}

/* What a call of pthread_join does before it joins. */
void __heddle_wait_for_end(pthread_t thread) {
  word self = __heddle_self();
  if (thread == 0 || thread > THREADS || self >= THREADS - 1) {
    pthread_testcancel();
    return;
  }
  word bit = 1ul << self;
  word *place = &ends[thread - 1];
  if (__atomic_fetch_or(place, bit, __ATOMIC_ACQ_REL) & ENDED) {
    pthread_testcancel();
    return;
  }
  begin_wait(place, bit);
  __heddle_await(place, 8, bit, "eq", 0, "", 0, "the end of a thread");
  end_wait();
}

/* What waits for a signal waits for a request: no signal comes. */
void __heddle_wait_for_request(void) {
  static word sleepers;
  word bit = 1ul << (own_request() - requests);
  __atomic_fetch_or(&sleepers, bit, __ATOMIC_RELAXED);
  begin_wait(&sleepers, bit);
  __heddle_await(&sleepers, 8, bit, "eq", 0, "", 0, "a signal");
  end_wait();
}

int pthread_setcancelstate(int state, int *before) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) {
    return EINVAL;
  }
  if (before) {
    *before = disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  }
  disabled = state == PTHREAD_CANCEL_DISABLE;
  return 0;
}

int pthread_setcanceltype(int type, int *before) {
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS && __heddle_cancels()) {
    __heddle_unsupported("cancellation at any moment (PTHREAD_CANCEL_ASYNCHRONOUS) is not modelled");
  }
  if (before) {
    *before = PTHREAD_CANCEL_DEFERRED;
  }
  return 0;
}
