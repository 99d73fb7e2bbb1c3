/* Time does not pass in a checked program: each interleaving stands for all its timings. */
#ifndef HEDDLE_TIME_H
#define HEDDLE_TIME_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

#define CLOCKS_PER_SEC 1000000l
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define TIME_UTC 1

time_t time(time_t *place);
clock_t clock(void);
int clock_gettime(clockid_t clock, struct timespec *time);
int timespec_get(struct timespec *time, int base);
int nanosleep(const struct timespec *duration, struct timespec *remaining);

#ifdef __cplusplus
}
#endif
#endif
