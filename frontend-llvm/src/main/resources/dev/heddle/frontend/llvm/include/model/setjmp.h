/* Jumps out of functions are not supported; a program that contains them gets a message. */
#ifndef HEDDLE_SETJMP_H
#define HEDDLE_SETJMP_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct { unsigned long __state[8]; } jmp_buf[1];
typedef jmp_buf sigjmp_buf;

int setjmp(jmp_buf place);
_Noreturn void longjmp(jmp_buf place, int value);
int sigsetjmp(sigjmp_buf place, int mask);
_Noreturn void siglongjmp(sigjmp_buf place, int value);

#ifdef __cplusplus
}
#endif
#endif
