/* POSIX threads and C11 threads, as far as they are more than one instruction each. */
#include "runtime.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
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
  int error = pthread_mutex_unlock(mutex);
  if (error) {
    __atomic_fetch_and(&condition->__waiting, ~bit, __ATOMIC_RELAXED);
    return error;
  }
  __heddle_await_signal(&condition->__waiting, bit);
  return pthread_mutex_lock(mutex);
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

/* ---- Reader-writer locks -----------------------------------------------------------------------

   Eight bytes: the number of readers in the lower half, the writer's number plus 1 in the upper.
   The highest bit of the lower half says that it has been destroyed. */

#define WRITER (~0ul << 32)
#define READERS 0x7ffffffful
#define RWLOCK_DESTROYED 0x80000000ul

static void check_rwlock(word state) {
  if (state & RWLOCK_DESTROYED) {
    MISUSE("use of a reader-writer lock that has been destroyed");
  }
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
  word before = __heddle_peek(&lock->__state, 8);
  if (before & (WRITER | READERS)) {
    MISUSE("initialisation of a reader-writer lock that is locked");
  }
  lock->__state = 0;
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  word before = __heddle_attempt(&lock->__state, 8, ~0ul, "eq", 0, "exchange", RWLOCK_DESTROYED);
  check_rwlock(before);
  if (before) {
    MISUSE("destruction of a reader-writer lock that is locked");
  }
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  check_rwlock(
      __heddle_await(&lock->__state, 8, WRITER, "eq", 0, "add", 1, "a reader-writer lock to read"));
  return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  word before = __heddle_attempt(&lock->__state, 8, WRITER, "eq", 0, "add", 1);
  check_rwlock(before);
  return before & WRITER ? EBUSY : 0;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *end) {
  return pthread_rwlock_tryrdlock(lock) ? ETIMEDOUT : 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  word self = (__heddle_self() + 1) << 32;
  check_rwlock(
      __heddle_await(
          &lock->__state, 8, ~RWLOCK_DESTROYED, "eq", 0, "or", self,
          "a reader-writer lock to write"));
  return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  word self = (__heddle_self() + 1) << 32;
  word before = __heddle_attempt(&lock->__state, 8, ~0ul, "eq", 0, "or", self);
  check_rwlock(before);
  return before ? EBUSY : 0;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *end) {
  return pthread_rwlock_trywrlock(lock) ? ETIMEDOUT : 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  word self = (__heddle_self() + 1) << 32;
  word before = __heddle_attempt(&lock->__state, 8, WRITER, "eq", self, "and", 0);
  check_rwlock(before);
  if ((before & WRITER) == self) {
    return 0;
  }
  if (!(before & READERS)) {
    __heddle_fail("unlock-not-held", "unlock of a reader-writer lock that the thread does not hold");
  }
  __atomic_fetch_sub(&lock->__state, 1, __ATOMIC_RELEASE);
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) { return 0; }

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) { return 0; }

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared) { return 0; }

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind) { return 0; }

/* ---- Barriers ----------------------------------------------------------------------------------

   The state is the number of those that wait in the lower half and the number of rounds in the
   upper. needed is 0 before the initialisation and BARRIER_DESTROYED after the destruction. */

#define ROUNDS (~0ul << 32)
#define ROUND (1ul << 32)
#define BARRIER_DESTROYED 0xfffffffful

static word check_barrier(pthread_barrier_t *barrier) {
  word needed = __heddle_peek(&barrier->__needed, 8);
  if (needed == 0) {
    MISUSE("use of a barrier that has not been initialised");
  }
  if (needed == BARRIER_DESTROYED) {
    MISUSE("use of a barrier that has been destroyed");
  }
  return needed;
}

int pthread_barrier_init(
    pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count) {
  word before = __heddle_peek(&barrier->__needed, 8);
  if (before != 0 && before != BARRIER_DESTROYED) {
    MISUSE("initialisation of a barrier that is initialised already");
  }
  if (count == 0) {
    MISUSE("initialisation of a barrier for 0 threads");
  }
  barrier->__state = 0;
  barrier->__needed = count;
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  check_barrier(barrier);
  if (barrier->__state & ~ROUNDS) {
    MISUSE("destruction of a barrier at which threads wait");
  }
  barrier->__needed = BARRIER_DESTROYED;
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier) {
  word needed = check_barrier(barrier);
  word before = __atomic_fetch_add(&barrier->__state, 1, __ATOMIC_ACQ_REL);
  word round = before & ROUNDS;
  if ((before & ~ROUNDS) + 1 == needed) {
    __atomic_store_n(&barrier->__state, round + ROUND, __ATOMIC_RELEASE);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  __heddle_await(&barrier->__state, 8, ROUNDS, "ne", round, "", 0, "the others at a barrier");
  return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes) { return 0; }

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes) { return 0; }

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared) { return 0; }

/* ---- Spin locks: four bytes, the owner's number plus 1 ------------------------------------------ */

#define SPIN_DESTROYED 0x80000000ul

static void check_spin(word state) {
  if (state & SPIN_DESTROYED) {
    MISUSE("use of a spin lock that has been destroyed");
  }
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  word before = __heddle_peek((void *)lock, 4);
  if (before & ~SPIN_DESTROYED) {
    MISUSE("initialisation of a spin lock that is locked");
  }
  *lock = 0;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock) {
  word before = __heddle_attempt((void *)lock, 4, ~0ul, "eq", 0, "exchange", SPIN_DESTROYED);
  check_spin(before);
  if (before) {
    MISUSE("destruction of a spin lock that is locked");
  }
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock) {
  word self = __heddle_self() + 1;
  check_spin(
      __heddle_await(
          (void *)lock, 4, ~SPIN_DESTROYED, "eq", 0, "exchange", self, "a spin lock"));
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock) {
  word self = __heddle_self() + 1;
  word before = __heddle_attempt((void *)lock, 4, ~0ul, "eq", 0, "exchange", self);
  check_spin(before);
  return before ? EBUSY : 0;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
  word self = __heddle_self() + 1;
  word before = __heddle_attempt((void *)lock, 4, ~0ul, "eq", self, "exchange", 0);
  check_spin(before);
  if (before != self) {
    __heddle_fail("unlock-not-held", "unlock of a spin lock that the thread does not hold");
  }
  return 0;
}

/* ---- Semaphores: eight bytes, the value --------------------------------------------------------- */

#define SEM_DESTROYED (1ul << 63)

static void check_semaphore(word value) {
  if (value & SEM_DESTROYED) {
    MISUSE("use of a semaphore that has been destroyed");
  }
}

static int failed_with(int error) {
  errno = error;
  return -1;
}

int sem_init(sem_t *semaphore, int shared, unsigned value) {
  semaphore->__value = value;
  return 0;
}

int sem_destroy(sem_t *semaphore) {
  check_semaphore(__atomic_exchange_n(&semaphore->__value, SEM_DESTROYED, __ATOMIC_ACQ_REL));
  return 0;
}

int sem_wait(sem_t *semaphore) {
  check_semaphore(
      __heddle_await(&semaphore->__value, 8, ~0ul, "ne", 0, "sub", 1, "a semaphore"));
  return 0;
}

int sem_trywait(sem_t *semaphore) {
  word before = __heddle_attempt(&semaphore->__value, 8, ~0ul, "ne", 0, "sub", 1);
  check_semaphore(before);
  return before ? 0 : failed_with(EAGAIN);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *end) {
  return sem_trywait(semaphore) ? failed_with(ETIMEDOUT) : 0;
}

int sem_post(sem_t *semaphore) {
  check_semaphore(__atomic_fetch_add(&semaphore->__value, 1, __ATOMIC_RELEASE));
  return 0;
}

int sem_getvalue(sem_t *semaphore, int *value) {
  word content = __atomic_load_n(&semaphore->__value, __ATOMIC_RELAXED);
  check_semaphore(content);
  *value = content;
  return 0;
}

/* ---- Once: 0 before, 1 during, 2 after ---------------------------------------------------------- */

static void once(int *state, void (*function)(void)) {
  word before = __heddle_attempt(state, 4, ~0ul, "eq", 0, "exchange", 1);
  if (before == 0) {
    function();
    __atomic_store_n(state, 2, __ATOMIC_RELEASE);
  } else if (before == 1) {
    __heddle_await(state, 4, ~0ul, "eq", 2, "", 0, "another thread's initialisation");
  }
}

int pthread_once(pthread_once_t *state, void (*function)(void)) {
  once(state, function);
  return 0;
}

void call_once(once_flag *flag, void (*function)(void)) { once(&flag->__state, function); }

/* ---- Thread-specific values ---------------------------------------------------------------------- */

#define KEYS 64

typedef void (*destructor)(void *);

static destructor destructors[KEYS];
static unsigned keys;
static _Thread_local void *values[KEYS];

static int create_key(unsigned *key, destructor function) {
  unsigned number = __atomic_fetch_add(&keys, 1, __ATOMIC_RELAXED);
  if (number >= KEYS) {
    __heddle_unsupported("at most 64 keys of thread-specific values are modelled");
  }
  destructors[number] = function;
  *key = number;
  return 0;
}

static int delete_key(unsigned key) {
  if (key >= KEYS) {
    return EINVAL;
  }
  destructors[key] = 0;
  return 0;
}

static void *get_value(unsigned key) { return key < KEYS ? values[key] : 0; }

static int set_value(unsigned key, const void *value) {
  if (key >= KEYS) {
    return EINVAL;
  }
  values[key] = (void *)value;
  return 0;
}

static void destroy_values(void) {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    int again = 0;
    unsigned count = __atomic_load_n(&keys, __ATOMIC_RELAXED);
    for (unsigned key = 0; key < count; key++) {
      void *value = values[key];
      if (value) {
        destructor function = destructors[key];
        values[key] = 0;
        if (function) {
          function(value);
          again = 1;
        }
      }
    }
    if (!again) {
      return;
    }
  }
}

int pthread_key_create(pthread_key_t *key, destructor function) {
  return create_key(key, function);
}

int pthread_key_delete(pthread_key_t key) { return delete_key(key); }

void *pthread_getspecific(pthread_key_t key) { return get_value(key); }

int pthread_setspecific(pthread_key_t key, const void *value) { return set_value(key, value); }

int tss_create(tss_t *key, tss_dtor_t function) {
  return create_key(key, function) ? thrd_error : thrd_success;
}

void tss_delete(tss_t key) { delete_key(key); }

void *tss_get(tss_t key) { return get_value(key); }

int tss_set(tss_t key, void *value) { return set_value(key, value) ? thrd_error : thrd_success; }

/* ---- The ends of threads in programs that have something to do there ----------------------------- */

struct exit_call {
  void (*function)(void *);
  void *argument;
  struct exit_call *next;
};

static _Thread_local struct exit_call *exit_calls;

void *malloc(size_t size);
void free(void *memory);

/* The destructor of a thread-local object of C++. */
int __cxa_thread_atexit(void (*function)(void *), void *argument, void *library) {
  struct exit_call *call = malloc(sizeof *call);
  call->function = function;
  call->argument = argument;
  call->next = exit_calls;
  exit_calls = call;
  return 0;
}

void __heddle_end_thread(void) {
  while (exit_calls) {
    struct exit_call *call = exit_calls;
    exit_calls = call->next;
    call->function(call->argument);
    free(call);
  }
  destroy_values();
}

void *__heddle_start_thread(void *(*start)(void *), void *argument) {
  void *result = start(argument);
  __heddle_end_thread();
  return result;
}

void __heddle_end_thread_with(void *result) {
  __heddle_end_thread();
  __heddle_thread_exit(result);
}

/* ---- Attributes of threads, of which only the kind of detachment is kept ------------------------- */

int pthread_attr_init(pthread_attr_t *attributes) {
  attributes->__detached = PTHREAD_CREATE_JOINABLE;
  return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes) { return 0; }

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED) {
    return EINVAL;
  }
  attributes->__detached = state;
  return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
  *state = attributes->__detached;
  return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) { return 0; }

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy) { return 0; }

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit) { return 0; }

int pthread_attr_setscope(pthread_attr_t *attributes, int scope) { return 0; }
