/* What a program can say to Heddle. It stays a C program: define these functions when you compile
   it with another compiler. */
#ifndef HEDDLE_H
#define HEDDLE_H

#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Executions in which the condition is false here are not explored further. */
void __VERIFIER_assume(bool condition);

/* Getting here is an error. */
_Noreturn void __VERIFIER_error(void);
_Noreturn void reach_error(void);

/* Mark a loop that waits: it has no effect but to be left as soon as the condition holds.
     for (__VERIFIER_loop_begin(); __VERIFIER_spin_start(), done = …, __VERIFIER_spin_end(done), !done;)
       ; */
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(bool condition);

/* Any value of the type. */
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
bool __VERIFIER_nondet_bool(void);

#ifdef __cplusplus
}
#endif
#endif
