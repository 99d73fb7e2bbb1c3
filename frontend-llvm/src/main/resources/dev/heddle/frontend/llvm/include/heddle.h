/* What a program can say to Heddle. A program that uses these stays a C program: define them
   yourself when you compile it with another compiler. */
#ifndef HEDDLE_H
#define HEDDLE_H
#ifdef __cplusplus
extern "C" {
#endif

/* Executions in which the condition is false here are not explored further. */
void __VERIFIER_assume(int condition);

/* Getting here is an error. */
_Noreturn void __VERIFIER_error(void);
_Noreturn void reach_error(void);

#ifdef __cplusplus
}
#endif
#endif
