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
#define BUFSIZ 1024
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int fprintf(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
int dprintf(int file, const char *format, ...) __attribute__((format(printf, 2, 3)));
int sprintf(char *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
int snprintf(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int asprintf(char **to, const char *format, ...) __attribute__((format(printf, 2, 3)));
int vprintf(const char *format, va_list arguments);
int vfprintf(FILE *stream, const char *format, va_list arguments);
int vdprintf(int file, const char *format, va_list arguments);
int vsprintf(char *to, const char *format, va_list arguments);
int vsnprintf(char *to, size_t size, const char *format, va_list arguments);
int vasprintf(char **to, const char *format, va_list arguments);

int puts(const char *text);
int putchar(int character);
int putc(int character, FILE *stream);
int fputc(int character, FILE *stream);
int fputs(const char *text, FILE *stream);
size_t fwrite(const void *memory, size_t size, size_t count, FILE *stream);
int fflush(FILE *stream);
void perror(const char *text);
void setbuf(FILE *stream, char *buffer);
int setvbuf(FILE *stream, char *buffer, int mode, size_t size);

#ifdef __cplusplus
}
#endif
#endif
