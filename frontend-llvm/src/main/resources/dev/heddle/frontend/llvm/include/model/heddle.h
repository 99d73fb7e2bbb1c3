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

/* It is an error if the condition is false here. */
void __VERIFIER_assert(int condition);

/* Getting here is an error. */
_Noreturn void __VERIFIER_error(void);
_Noreturn void reach_error(void);

/* What happens between the two happens at once: no other thread does anything meanwhile. A function
   whose name begins with __VERIFIER_atomic_ is like that as a whole. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Right before a loop: at most so many passes through its header are explored. */
void __VERIFIER_loop_bound(int passes);

/* Mark a loop that waits: it has no effect but to be left as soon as the condition holds.
     for (__VERIFIER_loop_begin(); __VERIFIER_spin_start(), done = …, __VERIFIER_spin_end(done), !done;)
       ; */
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(bool condition);

/* The number of the current thread; the first one has 0. */
unsigned __VERIFIER_tid(void);

/* Any value of the type: false and true, and of the other types the numbers that --nondet gives. */
bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

#ifdef __cplusplus
}
#endif
#endif
