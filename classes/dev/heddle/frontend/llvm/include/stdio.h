/* Output is captured and shown with a counterexample; there is no input. */
#ifndef HEDDLE_STDIO_H
#define HEDDLE_STDIO_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct __heddle_file FILE;
#define stdin ((FILE *)1)
#define stdout ((FILE *)2)
#define stderr ((FILE *)3)
#define EOF (-1)

int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
int puts(const char *text);
int putchar(int character);
int fflush(FILE *stream);
void perror(const char *text);

#ifdef __cplusplus
}
#endif
#endif
