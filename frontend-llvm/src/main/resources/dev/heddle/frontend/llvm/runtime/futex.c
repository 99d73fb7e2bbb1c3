/* System calls: those on futexes, of which many locks are made, and the number of the thread. */
#include "runtime.h"
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>

/* As in a kernel, a futex has a queue of waiting threads and a lock, which it shares with others of
   the same hash. The lock makes looking at the futex and joining the queue one step for those that
   wake. */
#define QUEUES 64

struct queue {
  pthread_mutex_t lock;
  word waiting; /* a bit for each thread */
};

static struct queue queues[QUEUES];

/* What each thread waits at. */
static word places[64];

static long failed_with(int error) {
  errno = error;
  return -1;
}

static struct queue *queue_of(const void *address) {
  word bits = (word)address >> 2;
  return &queues[(bits ^ (bits >> 6) ^ (bits >> 12)) % QUEUES];
}

/* Puts the thread into a queue that is locked; gives its bit there. */
static word join_queue(struct queue *queue, const void *address) {
  word self = __heddle_self();
  if (self >= 63) {
    __heddle_unsupported("futexes are modelled for at most 63 threads");
  }
  __atomic_store_n(&places[self], (word)address, __ATOMIC_RELAXED);
  __atomic_fetch_or(&queue->waiting, 1ul << self, __ATOMIC_RELAXED);
  return 1ul << self;
}

static long wait_at(const unsigned *futex, unsigned expected, const struct timespec *end) {
  struct queue *queue = queue_of(futex);
  pthread_mutex_lock(&queue->lock);
  if (__atomic_load_n(futex, __ATOMIC_RELAXED) != expected) {
    pthread_mutex_unlock(&queue->lock);
    return failed_with(EAGAIN);
  }
  word bit = join_queue(queue, futex);
  pthread_mutex_unlock(&queue->lock);
  if (!end) {
    __heddle_await_signal(&queue->waiting, bit);
    return 0;
  }
  /* The time may be over at any moment. */
  word before = __atomic_fetch_and(&queue->waiting, ~bit, __ATOMIC_ACQUIRE);
  return before & bit ? failed_with(ETIMEDOUT) : 0;
}

static long wake(const void *futex, int most) {
  struct queue *queue = queue_of(futex);
  pthread_mutex_lock(&queue->lock);
  word waiting = __atomic_load_n(&queue->waiting, __ATOMIC_RELAXED);
  word here = 0;
  for (int t = 0; waiting >> t; t++) {
    if ((waiting >> t & 1) && __atomic_load_n(&places[t], __ATOMIC_RELAXED) == (word)futex) {
      here |= 1ul << t;
    }
  }
  long woken = 0;
  for (; here && woken < most; woken++) {
    word before = here;
    __heddle_signal(&here);
    __atomic_fetch_and(&queue->waiting, ~(before ^ here), __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&queue->lock);
  return woken;
}

/* For atomic objects of C++ at which threads wait, whatever their size: the condition is looked at
   between locking the queue and waiting. */
void __heddle_queue_lock(const void *address) { pthread_mutex_lock(&queue_of(address)->lock); }

void __heddle_queue_unlock(const void *address) { pthread_mutex_unlock(&queue_of(address)->lock); }

void __heddle_queue_wait(const void *address) {
  struct queue *queue = queue_of(address);
  word bit = join_queue(queue, address);
  pthread_mutex_unlock(&queue->lock);
  __heddle_await_signal(&queue->waiting, bit);
}

void __heddle_queue_wake(const void *address, int most) { wake(address, most); }

long syscall(long number, ...) {
  va_list arguments;
  va_start(arguments, number);
  long result;
  switch (number) {
    case SYS_futex: {
      unsigned *futex = va_arg(arguments, unsigned *);
      int operation = va_arg(arguments, int) & FUTEX_CMD_MASK;
      unsigned value = va_arg(arguments, unsigned);
      const struct timespec *end = va_arg(arguments, const struct timespec *);
      switch (operation) {
        case FUTEX_WAIT:
        case FUTEX_WAIT_BITSET:
          result = wait_at(futex, value, end);
          break;
        case FUTEX_WAKE:
        case FUTEX_WAKE_BITSET:
          result = wake(futex, value > 0x7fffffff ? 0x7fffffff : (int)value);
          break;
        default:
          __heddle_unsupported("of futexes only waiting and waking are modelled");
      }
      break;
    }
    case SYS_gettid:
      result = 1000 + __heddle_self();
      break;
    case SYS_membarrier:
      result = failed_with(ENOSYS);
      break;
    default:
      __heddle_unsupported("syscall() with a number that is not modelled");
  }
  va_end(arguments);
  return result;
}
