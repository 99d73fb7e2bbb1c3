/* Handlers can be set, and are never called. */
#ifndef HEDDLE_SIGNAL_H
#define HEDDLE_SIGNAL_H

#include <heddle/threadtypes.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int sig_atomic_t;
typedef struct { unsigned long __bits[16]; } sigset_t;
typedef void __heddle_handler(int);
typedef struct { int si_signo, si_errno, si_code; } siginfo_t;

struct sigaction {
  union {
    __heddle_handler *sa_handler;
    void (*sa_sigaction)(int, siginfo_t *, void *);
  };
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};

#define SIG_DFL ((__heddle_handler *)0)
#define SIG_IGN ((__heddle_handler *)1)
#define SIG_ERR ((__heddle_handler *)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2

__heddle_handler *signal(int number, __heddle_handler *function);
int sigaction(int number, const struct sigaction *action, struct sigaction *before);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *set, sigset_t *before);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before);
int pthread_kill(pthread_t thread, int number);
int raise(int number);

#ifdef __cplusplus
}
#endif
#endif
