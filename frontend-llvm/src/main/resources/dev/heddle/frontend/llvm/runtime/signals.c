/* Signals: handlers can be set, and are never called. */
#include "runtime.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static __heddle_handler *handlers[65];

static int is_signal(int number) { return number > 0 && number < 65; }

__heddle_handler *signal(int number, __heddle_handler *function) {
  if (!is_signal(number)) {
    errno = EINVAL;
    return SIG_ERR;
  }
  return (__heddle_handler *)__atomic_exchange_n(&handlers[number], function, __ATOMIC_RELAXED);
}

__heddle_handler *bsd_signal(int number, __heddle_handler *function) { return signal(number, function); }

__heddle_handler *__sysv_signal(int number, __heddle_handler *function) { return signal(number, function); }

int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  if (!is_signal(number)) {
    errno = EINVAL;
    return -1;
  }
  __heddle_handler *old = action ? __atomic_exchange_n(&handlers[number], *(__heddle_handler **)action, __ATOMIC_RELAXED)
                        : __atomic_load_n(&handlers[number], __ATOMIC_RELAXED);
  if (before) {
    *(__heddle_handler **)before = old;
  }
  return 0;
}

int sigemptyset(sigset_t *set) {
  set->__bits[0] = 0;
  return 0;
}

int sigfillset(sigset_t *set) {
  set->__bits[0] = ~0ul;
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  set->__bits[0] |= 1ul << (number - 1);
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  set->__bits[0] &= ~(1ul << (number - 1));
  return 0;
}

int sigismember(const sigset_t *set, int number) { return set->__bits[0] >> (number - 1) & 1; }

/* Nothing arrives, so that nothing has to be kept away. */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
  if (before) {
    before->__bits[0] = 0;
  }
  return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
  return pthread_sigmask(how, set, before);
}

int siginterrupt(int number, int flag) { return 0; }

unsigned alarm(unsigned seconds) { return 0; }

int pthread_kill(pthread_t thread, int number) {
  if (number != 0) {
    __heddle_unsupported("pthread_kill with a signal is not modelled");
  }
  return 0;
}

int raise(int number) {
  if (number == SIGABRT) {
    __heddle_fail("abort", "the program raises SIGABRT");
  }
  __heddle_unsupported("raise() is not modelled");
}

/* ---- Waiting for signals, which do not come -------------------------------------------------------- */

void __heddle_wait_for_request(void);

static int wait_for_signal(void) {
  static word arrived;
  if (__heddle_cancels()) {
    __heddle_wait_for_request();
  }
  __heddle_await(&arrived, 8, ~0ul, "ne", 0, "", 0, "a signal");
  return -1;
}

int pause(void) { return wait_for_signal(); }

int sigsuspend(const sigset_t *set) { return wait_for_signal(); }

int sigwait(const sigset_t *set, int *number) { return wait_for_signal(); }

int sigwaitinfo(const sigset_t *set, void *info) { return wait_for_signal(); }

int sigtimedwait(const sigset_t *set, void *info, const struct timespec *time) {
  errno = EAGAIN;
  return -1;
}
