/* What Heddle's own library code is made of: each of these functions becomes an instruction. Where a
   name is asked for (a relation, an update, a kind of failure), it must be a literal. */
#ifndef HEDDLE_RUNTIME_H
#define HEDDLE_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned long word;

/* Waits until (content & mask) relation value, and at that moment updates the content with operand.
   relation: eq, ne. update: exchange, add, sub, or, and, umax, leave, or empty for none. The result is the old
   content. */
word __heddle_await(
    void *address, int bytes, word mask, const char *relation, word value, const char *update,
    word operand, const char *purpose);

/* The same without waiting: nothing is updated if the relation does not hold. */
word __heddle_attempt(
    void *address, int bytes, word mask, const char *relation, word value, const char *update,
    word operand);

/* Clears one bit of those that are set in 8 bytes, any of them; gives the old content. */
word __heddle_signal(void *address);

/* Any number from low to high. */
long __heddle_choose(long low, long high);

/* The content of memory, 0 where it is not initialised. */
word __heddle_peek(const void *address, int bytes);

/* Copies bytes, which must be 1, 2, 4 or 8, even if they are not initialised. */
void __heddle_copy(void *to, const void *from, int bytes);

/* An error; the kind by its name in reports. */
_Noreturn void __heddle_fail(const char *kind, const char *message);

/* The same with the mangled name of a type behind the message. */
_Noreturn void __heddle_fail_with_type(const char *kind, const char *message, const char *type);

/* Leaves functions up to the innermost call that takes exceptions. */
_Noreturn void __heddle_throw(void *exception);

/* What the n-th call that takes exceptions catches, counted from the innermost; 0 behind the last. */
const void *__heddle_handlers(word n);

/* Something that Heddle does not model. */
_Noreturn void __heddle_unsupported(const char *message);

/* The size of what malloc gave. */
size_t __heddle_size(const void *memory);

/* The number of the current thread; main has 0. */
word __heddle_self(void);

/* Waits until a bit is not set in 8 bytes. With --spurious-wakeups it is the function of this name in
   spurious.c, otherwise an instruction. */
void __heddle_await_signal(word *waiting, word bit);

/* Prints one character. */
void __heddle_print(int character);

/* The character at a place of a floating-point number in decimal, as printf's conversions e, f, g (or
   E, F, G) would write it without a width; -1 behind its end. Flag 1: '#'. */
int __heddle_digit(double number, int conversion, int precision, int flags, int index);

/* Whether the program cancels threads: a constant. */
int __heddle_cancels(void);

_Noreturn void __heddle_thread_exit(void *result);
_Noreturn void __heddle_exit(int status);

#ifdef __cplusplus
}
#endif

/* The two ends of a failure that are alike in many places. */
#define MISUSE(message) __heddle_fail("lock-misuse", message)

#endif
