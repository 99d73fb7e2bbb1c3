/* Time grows a little whenever a thread looks at a clock; each interleaving stands for all its timings. */
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

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

#define CLOCKS_PER_SEC 1000000l
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_MONOTONIC_COARSE 6
#define TIME_UTC 1

time_t time(time_t *place);
clock_t clock(void);
int clock_gettime(clockid_t clock, struct timespec *time);
int clock_getres(clockid_t clock, struct timespec *resolution);
int clock_nanosleep(
    clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining);
double difftime(time_t end, time_t start);
struct tm *gmtime(const time_t *time);
struct tm *localtime(const time_t *time);
struct tm *gmtime_r(const time_t *time, struct tm *date);
struct tm *localtime_r(const time_t *time, struct tm *date);
int timespec_get(struct timespec *time, int base);
int nanosleep(const struct timespec *duration, struct timespec *remaining);

#ifdef __cplusplus
}
#endif
#endif
