/* The other things that threads wait at: reader-writer locks, barriers, spin locks, semaphores. */
#include "runtime.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

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

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, int clock, const struct timespec *end) {
  return pthread_rwlock_timedrdlock(lock, end);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, int clock, const struct timespec *end) {
  return pthread_rwlock_timedwrlock(lock, end);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  word before = __heddle_attempt(&lock->__state, 8, ~0ul, "ne", 0, "leave", READERS);
  check_rwlock(before);
  word writer = before >> 32;
  if (!before || (writer && writer != __heddle_self() + 1)) {
    __heddle_fail("unlock-not-held", "unlock of a reader-writer lock that the thread does not hold");
  }
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes) { return 0; }

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes) { return 0; }

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared) { return 0; }

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind) { return 0; }

/* ---- Barriers ----------------------------------------------------------------------------------

   The number of those that have arrived, and that of rounds, have a word each: who waits for the
   end of a round does not see who arrives for the next one. needed is 0 before the initialisation
   and BARRIER_DESTROYED after the destruction. */

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
  barrier->__arrived = 0;
  barrier->__round = 0;
  barrier->__needed = count;
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  check_barrier(barrier);
  if (__atomic_load_n(&barrier->__arrived, __ATOMIC_ACQUIRE)) {
    MISUSE("destruction of a barrier at which threads wait");
  }
  __atomic_store_n(&barrier->__needed, BARRIER_DESTROYED, __ATOMIC_RELAXED);
  return 0;
}

/* The round cannot end between the first two operations: it needs this thread. */
int pthread_barrier_wait(pthread_barrier_t *barrier) {
  word needed = check_barrier(barrier);
  word round = __atomic_load_n(&barrier->__round, __ATOMIC_ACQUIRE);
  word before = __atomic_fetch_add(&barrier->__arrived, 1, __ATOMIC_ACQ_REL);
  if (before + 1 == needed) {
    __atomic_store_n(&barrier->__arrived, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&barrier->__round, round + 1, __ATOMIC_RELEASE);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  __heddle_await(&barrier->__round, 8, ~0ul, "ne", round, "", 0, "the others at a barrier");
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

int __heddle_begin_wait(word *place);
int __heddle_end_wait(void);

int sem_wait(sem_t *semaphore) {
  if (__heddle_cancels() && __heddle_begin_wait(0)) {
    __heddle_end_wait();
    pthread_testcancel();
  }
  check_semaphore(
      __heddle_await(&semaphore->__value, 8, ~0ul, "ne", 0, "sub", 1, "a semaphore"));
  if (__heddle_cancels()) {
    __heddle_end_wait();
  }
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

int sem_clockwait(sem_t *semaphore, int clock, const struct timespec *end) {
  return sem_timedwait(semaphore, end);
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
