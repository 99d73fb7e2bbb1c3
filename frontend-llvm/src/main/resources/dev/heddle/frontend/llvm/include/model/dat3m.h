/* The annotations of programs written for Dartagnan. */
#ifndef HEDDLE_DAT3M_H
#define HEDDLE_DAT3M_H

#include <heddle.h>

#define await_while(condition)                                         \
  for (__VERIFIER_loop_begin(); (__VERIFIER_spin_start(),              \
       (condition) ? 1 : (__VERIFIER_spin_end(1), 0)); __VERIFIER_spin_end(0))

#endif
