/* Mutexes and condition variables of POSIX and of C11, as far as they are more than one instruction each. */
#include "runtime.h"
#include <errno.h>
#include <pthread.h>
#include <threads.h>

/* ---- Mutexes -----------------------------------------------------------------------------------

   Locking and unlocking are instructions. The owner is 0 when the mutex is free and DESTROYED when
   it must not be used; the kind has a mark when the mutex was initialised by a call. */

#define DESTROYED (~0ul)
#define INITIALIZED 0x100ul

static void initialize_mutex(word *owner, word *kind, word type) {
  word before = __heddle_peek(owner, 8);
  if (before != 0 && before != DESTROYED) {
    MISUSE("initialisation of a mutex that is locked");
  }
  if (before == 0 && (__heddle_peek(kind, 8) & INITIALIZED)) {
    MISUSE("initialisation of a mutex that is initialised already");
  }
  *kind = type | INITIALIZED;
  *owner = 0;
}

static void destroy_mutex(word *owner) {
  word before = __heddle_attempt(owner, 8, ~0ul, "eq", 0, "exchange", DESTROYED);
  if (before == DESTROYED) {
    MISUSE("destruction of a mutex that has been destroyed");
  }
  if (before != 0) {
    MISUSE("destruction of a mutex that is locked");
  }
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  initialize_mutex(&mutex->__owner, &mutex->__kind, attributes ? (word)attributes->__kind : 0);
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  destroy_mutex(&mutex->__owner);
  return 0;
}

/* Who waits and gets the mutex could as well have asked later. */
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *end) {
  int error = pthread_mutex_trylock(mutex);
  return error == EBUSY ? ETIMEDOUT : error;
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *end) {
  return pthread_mutex_timedlock(mutex, end);
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
  attributes->__kind = PTHREAD_MUTEX_DEFAULT;
  return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) { return 0; }

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind) {
  if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ERRORCHECK) {
    return EINVAL;
  }
  attributes->__kind = kind;
  return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind) {
  *kind = attributes->__kind;
  return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared) { return 0; }

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust) {
  if (robust) {
    __heddle_unsupported("robust mutexes are not modelled");
  }
  return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol) { return 0; }

int mtx_init(mtx_t *mutex, int type) {
  initialize_mutex(
      &mutex->__owner, &mutex->__kind,
      type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  return thrd_success;
}

void mtx_destroy(mtx_t *mutex) { destroy_mutex(&mutex->__owner); }

int mtx_timedlock(mtx_t *mutex, const struct timespec *end) {
  return mtx_trylock(mutex) == thrd_success ? thrd_success : thrd_timedout;
}

/* ---- Condition variables -----------------------------------------------------------------------

   Eight bytes: the set of waiting threads, by their numbers. The highest bit says that it has been
   destroyed. */

#define COND_DESTROYED (1ul << 63)

static word own_bit(void) {
  word self = __heddle_self();
  if (self >= 63) {
    __heddle_unsupported("condition variables are modelled for at most 63 threads");
  }
  return 1ul << self;
}

static void check_condition(word waiting) {
  if (waiting & COND_DESTROYED) {
    MISUSE("use of a condition variable that has been destroyed");
  }
}

static void initialize_condition(word *waiting) {
  word before = __heddle_peek(waiting, 8);
  if (before & ~COND_DESTROYED) {
    MISUSE("initialisation of a condition variable on which threads wait");
  }
  *waiting = 0;
}

static void destroy_condition(word *waiting) {
  word before = __heddle_attempt(waiting, 8, ~0ul, "eq", 0, "exchange", COND_DESTROYED);
  check_condition(before);
  if (before) {
    MISUSE("destruction of a condition variable on which threads wait");
  }
}

/* A request to cancel the thread ends the wait as a signal does; the handlers then have the mutex. */

int __heddle_begin_wait(word *place);
int __heddle_end_wait(void);

static void begin_wait(word *waiting, word bit) {
  if (__heddle_cancels() && __heddle_begin_wait(waiting)) {
    __atomic_fetch_and(waiting, ~bit, __ATOMIC_RELAXED);
    __heddle_end_wait();
    pthread_testcancel();
  }
}

static void end_wait(void) {
  if (__heddle_cancels() && __heddle_end_wait()) {
    pthread_testcancel();
  }
}

/* Whether the thread got a signal before its time was over, which can be at any moment. */
static int wait_condition_timed(word *waiting, word bit) {
  return !(__atomic_fetch_and(waiting, ~bit, __ATOMIC_ACQUIRE) & bit);
}

static void signal_condition(word *waiting) { check_condition(__heddle_signal(waiting)); }

static void broadcast_condition(word *waiting) {
  check_condition(__atomic_exchange_n(waiting, 0, __ATOMIC_RELEASE));
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
  initialize_condition(&condition->__waiting);
  return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) {
  destroy_condition(&condition->__waiting);
  return 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  word bit = own_bit();
  check_condition(__atomic_fetch_or(&condition->__waiting, bit, __ATOMIC_RELEASE));
  begin_wait(&condition->__waiting, bit);
  int error = pthread_mutex_unlock(mutex);
  if (error) {
    __atomic_fetch_and(&condition->__waiting, ~bit, __ATOMIC_RELAXED);
    return error;
  }
  __heddle_await_signal(&condition->__waiting, bit);
  error = pthread_mutex_lock(mutex);
  end_wait();
  return error;
}

int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *end) {
  word bit = own_bit();
  check_condition(__atomic_fetch_or(&condition->__waiting, bit, __ATOMIC_RELEASE));
  int error = pthread_mutex_unlock(mutex);
  if (error) {
    __atomic_fetch_and(&condition->__waiting, ~bit, __ATOMIC_RELAXED);
    return error;
  }
  int signalled = wait_condition_timed(&condition->__waiting, bit);
  pthread_mutex_lock(mutex);
  if (__heddle_cancels()) {
    pthread_testcancel();
  }
  return signalled ? 0 : ETIMEDOUT;
}

int pthread_cond_clockwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
    const struct timespec *end) {
  return pthread_cond_timedwait(condition, mutex, end);
}

int pthread_cond_signal(pthread_cond_t *condition) {
  signal_condition(&condition->__waiting);
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  broadcast_condition(&condition->__waiting);
  return 0;
}

int pthread_condattr_init(pthread_condattr_t *attributes) { return 0; }

int pthread_condattr_destroy(pthread_condattr_t *attributes) { return 0; }

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) { return 0; }

int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared) { return 0; }

int cnd_init(cnd_t *condition) {
  initialize_condition(&condition->__waiting);
  return thrd_success;
}

void cnd_destroy(cnd_t *condition) { destroy_condition(&condition->__waiting); }

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  word bit = own_bit();
  check_condition(__atomic_fetch_or(&condition->__waiting, bit, __ATOMIC_RELEASE));
  mtx_unlock(mutex);
  __heddle_await_signal(&condition->__waiting, bit);
  return mtx_lock(mutex);
}

int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *end) {
  word bit = own_bit();
  check_condition(__atomic_fetch_or(&condition->__waiting, bit, __ATOMIC_RELEASE));
  mtx_unlock(mutex);
  int signalled = wait_condition_timed(&condition->__waiting, bit);
  mtx_lock(mutex);
  return signalled ? thrd_success : thrd_timedout;
}

int cnd_signal(cnd_t *condition) {
  signal_condition(&condition->__waiting);
  return thrd_success;
}

int cnd_broadcast(cnd_t *condition) {
  broadcast_condition(&condition->__waiting);
  return thrd_success;
}
