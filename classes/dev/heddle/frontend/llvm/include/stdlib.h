#ifndef HEDDLE_STDLIB_H
#define HEDDLE_STDLIB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);
_Noreturn void abort(void);
_Noreturn void exit(int status);
_Noreturn void _Exit(int status);

static __inline int atoi(const char *text) {
  int number = 0, sign = 1;
  while (*text == ' ' || *text == '\t' || *text == '\n') {
    text++;
  }
  if (*text == '-' || *text == '+') {
    sign = *text++ == '-' ? -1 : 1;
  }
  while (*text >= '0' && *text <= '9') {
    number = 10 * number + (*text++ - '0');
  }
  return sign * number;
}

static __inline int abs(int number) { return number < 0 ? -number : number; }
static __inline long labs(long number) { return number < 0 ? -number : number; }

#ifdef __cplusplus
}
#endif
#endif
