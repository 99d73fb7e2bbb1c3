#ifndef HEDDLE_STDLIB_H
#define HEDDLE_STDLIB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 32767

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void *reallocarray(void *memory, size_t count, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
int posix_memalign(void **memory, size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size);
size_t malloc_usable_size(void *memory);
void free(void *memory);

_Noreturn void abort(void);
_Noreturn void exit(int status);
_Noreturn void _Exit(int status);
_Noreturn void quick_exit(int status);
int atexit(void (*function)(void));
char *getenv(const char *name);

int rand(void);
int rand_r(unsigned *state);
void srand(unsigned seed);
long random(void);
void srandom(unsigned seed);
long lrand48(void);
double drand48(void);
void srand48(long seed);

int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);
long strtol(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);

int abs(int number);
long labs(long number);
long long llabs(long long number);
div_t div(int number, int by);
ldiv_t ldiv(long number, long by);
lldiv_t lldiv(long long number, long long by);

void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *));
void qsort_r(
    void *array, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
    void *argument);
void *bsearch(
    const void *key, const void *array, size_t count, size_t size,
    int (*compare)(const void *, const void *));

#ifdef __cplusplus
}
#endif
#endif
