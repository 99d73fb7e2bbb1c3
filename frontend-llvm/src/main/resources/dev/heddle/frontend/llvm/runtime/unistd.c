/* What programs ask the system for: its size, its name, and their own arguments. */
#include "runtime.h"
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROCESSORS 2

long sysconf(int name) {
  switch (name) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
      return PROCESSORS;
    case _SC_PAGESIZE:
      return 4096;
    case _SC_CLK_TCK:
      return 100;
    case _SC_LEVEL1_DCACHE_LINESIZE:
      return 64;
    default:
      errno = EINVAL;
      return -1;
  }
}

/* Nothing is limited: programs fall back on what they take without asking. */
int getrlimit(int resource, void *limit) {
  memset(limit, 0xff, 2 * sizeof(unsigned long));
  return 0;
}

int setrlimit(int resource, const void *limit) { return 0; }

const char *gnu_get_libc_version(void) { return "2.36"; }

int get_nprocs(void) { return PROCESSORS; }

int get_nprocs_conf(void) { return PROCESSORS; }

int getpagesize(void) { return 4096; }

pid_t getpid(void) { return 1000; }

pid_t getppid(void) { return 999; }

pid_t gettid(void) { return 1000 + __heddle_self(); }

int isatty(int file) { return 0; }

ssize_t write(int file, const void *from, size_t size) {
  if (file != 1 && file != 2) {
    __heddle_unsupported("write() to another file than the standard ones is not modelled");
  }
  for (size_t i = 0; i < size; i++) {
    __heddle_print(((const char *)from)[i]);
  }
  return size;
}

int close(int file) {
  if (file < 0 || file > 2) {
    errno = EBADF;
    return -1;
  }
  return 0;
}

/* ---- Scheduling, which is not up to the program -------------------------------------------------- */

int sched_getcpu(void) { return 0; }

int sched_get_priority_max(int policy) { return 99; }

int sched_get_priority_min(int policy) { return 1; }

int sched_setaffinity(pid_t process, size_t size, const void *set) { return 0; }

int sched_getaffinity(pid_t process, size_t size, void *set) {
  memset(set, 0, size);
  *(unsigned char *)set = (1 << PROCESSORS) - 1;
  return 0;
}

int __sched_cpucount(size_t size, const void *set) {
  int count = 0;
  for (size_t i = 0; i < size; i++) {
    count += __builtin_popcount(((const unsigned char *)set)[i]);
  }
  return count;
}

int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameter) { return 0; }

int setpriority(int which, unsigned who, int priority) { return 0; }

/* Only names of threads are set by it in the programs that are checked. */
int prctl(int option, ...) {
  if (option != 15) {
    __heddle_unsupported("prctl() is modelled for the names of threads only");
  }
  return 0;
}

/* Without files it is a way to sleep. */
int poll(void *files, unsigned long count, int milliseconds) {
  if (count != 0) {
    __heddle_unsupported("poll() on files is not modelled");
  }
  return 0;
}

/* ---- Arguments ----------------------------------------------------------------------------------- */

char *optarg;
int optind = 1, opterr = 1, optopt;
static int place; /* in the argument that is looked at */

int getopt(int count, char *const arguments[], const char *options) {
  if (place == 0) {
    if (optind >= count || arguments[optind][0] != '-' || arguments[optind][1] == 0) {
      return -1;
    }
    if (strcmp(arguments[optind], "--") == 0) {
      optind++;
      return -1;
    }
    place = 1;
  }
  int option = arguments[optind][place++];
  const char *known = option == ':' ? 0 : strchr(options, option);
  int is_last = arguments[optind][place] == 0;
  if (!known) {
    optopt = option;
    if (opterr && options[0] != ':') {
      fprintf(stderr, "%s: invalid option -- '%c'\n", arguments[0], option);
    }
  } else if (known[1] == ':') {
    if (!is_last) {
      optarg = &arguments[optind][place];
    } else if (optind + 1 < count) {
      optarg = arguments[++optind];
    } else if (known[2] != ':') {
      optopt = option;
      optind++;
      place = 0;
      if (opterr && options[0] != ':') {
        fprintf(stderr, "%s: option requires an argument -- '%c'\n", arguments[0], option);
      }
      return options[0] == ':' ? ':' : '?';
    } else {
      optarg = 0;
    }
    is_last = 1;
  }
  if (is_last) {
    optind++;
    place = 0;
  }
  return known ? option : '?';
}
