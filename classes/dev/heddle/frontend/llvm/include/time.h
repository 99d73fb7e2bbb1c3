/* Time does not pass in a checked program: each interleaving stands for all its timings. */
#ifndef HEDDLE_TIME_H
#define HEDDLE_TIME_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef long time_t;
typedef long clock_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

int nanosleep(const struct timespec *duration, struct timespec *remaining);

#ifdef __cplusplus
}
#endif
#endif
