/* Time: it grows by a second whenever a thread looks at a clock, for each thread on its own. What threads
   tell each other of it would have to be an order between them. */
#include "runtime.h"
#include <errno.h>
#include <sys/time.h>
#include <time.h>

static _Thread_local time_t now;

static time_t look(void) { return ++now; }

time_t time(time_t *place) {
  time_t seconds = look();
  if (place) {
    *place = seconds;
  }
  return seconds;
}

clock_t clock(void) { return look() * CLOCKS_PER_SEC; }

/* The counter of the processor. */
word __heddle_cycles(void) { return look() * 1000000000ul; }

int clock_gettime(clockid_t clock, struct timespec *time) {
  time->tv_sec = look();
  time->tv_nsec = 0;
  return 0;
}

int clock_getres(clockid_t clock, struct timespec *resolution) {
  if (resolution) {
    resolution->tv_sec = 0;
    resolution->tv_nsec = 1;
  }
  return 0;
}

int timespec_get(struct timespec *time, int base) {
  time->tv_sec = look();
  time->tv_nsec = 0;
  return base;
}

int gettimeofday(struct timeval *time, void *zone) {
  time->tv_sec = look();
  time->tv_usec = 0;
  return 0;
}

double difftime(time_t end, time_t start) { return end - start; }

/* ---- Calendars, which count from the first day of 1970 ------------------------------------------- */

static int is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

struct tm *gmtime_r(const time_t *time, struct tm *date) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  long days = *time / 86400, seconds = *time % 86400;
  if (seconds < 0) {
    seconds += 86400;
    days--;
  }
  if (days < 0) {
    __heddle_unsupported("dates before 1970 are not modelled");
  }
  date->tm_wday = (days + 4) % 7;
  long year = 1970;
  for (; days >= 365 + is_leap(year); year++) {
    days -= 365 + is_leap(year);
  }
  date->tm_yday = days;
  int month = 0;
  for (; days >= lengths[month] + (month == 1 && is_leap(year)); month++) {
    days -= lengths[month] + (month == 1 && is_leap(year));
  }
  date->tm_year = year - 1900;
  date->tm_mon = month;
  date->tm_mday = days + 1;
  date->tm_hour = seconds / 3600;
  date->tm_min = seconds / 60 % 60;
  date->tm_sec = seconds % 60;
  date->tm_isdst = 0;
  return date;
}

struct tm *localtime_r(const time_t *time, struct tm *date) { return gmtime_r(time, date); }

static struct tm shared_date;

struct tm *gmtime(const time_t *time) { return gmtime_r(time, &shared_date); }

struct tm *localtime(const time_t *time) { return gmtime_r(time, &shared_date); }
