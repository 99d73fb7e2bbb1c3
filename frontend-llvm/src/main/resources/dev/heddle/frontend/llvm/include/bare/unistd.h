#ifndef HEDDLE_UNISTD_H
#define HEDDLE_UNISTD_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_CLK_TCK 2
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_LEVEL1_DCACHE_LINESIZE 190

unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);
unsigned alarm(unsigned seconds);
_Noreturn void _exit(int status);
long sysconf(int name);
int getpagesize(void);
pid_t getpid(void);
pid_t gettid(void);
ssize_t read(int file, void *to, size_t size);
ssize_t write(int file, const void *from, size_t size);
int isatty(int file);
int close(int file);
long syscall(long number, ...);

extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int count, char *const arguments[], const char *options);

#ifdef __cplusplus
}
#endif
#endif
