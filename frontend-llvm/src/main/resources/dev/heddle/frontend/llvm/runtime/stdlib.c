/* Allocation, numbers, sorting, and the end of the program. */
#include "runtime.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Memory is aligned to more than anything asks for. */
static int is_alignment(size_t alignment) {
  return alignment != 0 && (alignment & (alignment - 1)) == 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_alignment(alignment)) {
    __heddle_fail("invalid-access", "aligned_alloc with an alignment that is not a power of two");
  }
  return malloc(size);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (!is_alignment(alignment) || alignment % sizeof(void *) != 0) {
    return EINVAL;
  }
  void *found = malloc(size);
  if (!found) {
    return ENOMEM;
  }
  *memory = found;
  return 0;
}

void *realloc(void *memory, size_t size) {
  if (!memory) {
    return malloc(size);
  }
  size_t before = __heddle_size(memory);
  void *moved = malloc(size);
  if (!moved) {
    return 0;
  }
  memcpy(moved, memory, before < size ? before : size);
  free(memory);
  return moved;
}

void *reallocarray(void *memory, size_t count, size_t size) {
  if (size != 0 && count > ~0ul / size) {
    errno = ENOMEM;
    return 0;
  }
  return realloc(memory, count * size);
}

size_t malloc_usable_size(void *memory) { return memory ? __heddle_size(memory) : 0; }

/* ---- Random numbers: each thread has the same fixed sequence ------------------------------------- */

static _Thread_local unsigned random_state = 1;

int rand_r(unsigned *state) {
  *state = *state * 1103515245u + 12345u;
  return (*state >> 16) & RAND_MAX;
}

int rand(void) { return rand_r(&random_state); }

void srand(unsigned seed) { random_state = seed; }

long random(void) { return rand(); }

void srandom(unsigned seed) { random_state = seed; }

long lrand48(void) { return (long)rand() << 16 | rand(); }

double drand48(void) { return (double)rand() / (RAND_MAX + 1.0); }

void srand48(long seed) { random_state = seed; }

/* ---- Numbers from text --------------------------------------------------------------------------- */

static int digit(char character) {
  if (character >= '0' && character <= '9') {
    return character - '0';
  }
  if (character >= 'a' && character <= 'z') {
    return character - 'a' + 10;
  }
  return character >= 'A' && character <= 'Z' ? character - 'A' + 10 : 99;
}

/* The magnitude, which is too_large if it does not fit. */
static unsigned long magnitude(const char *text, char **end, int base, int *negative, int *too_large) {
  const char *next = text;
  while (isspace((unsigned char)*next)) {
    next++;
  }
  *negative = *next == '-';
  if (*next == '-' || *next == '+') {
    next++;
  }
  if ((base == 0 || base == 16) && next[0] == '0' && (next[1] == 'x' || next[1] == 'X') &&
      digit(next[2]) < 16) {
    next += 2;
    base = 16;
  } else if (base == 0) {
    base = *next == '0' ? 8 : 10;
  }
  unsigned long value = 0;
  const char *first = next;
  *too_large = 0;
  for (int number = digit(*next); number < base; number = digit(*++next)) {
    unsigned long larger = value * base + number;
    *too_large |= larger / base != value;
    value = larger;
  }
  if (end) {
    *end = (char *)(next == first ? text : next);
  }
  return value;
}

long strtol(const char *text, char **end, int base) {
  int negative, too_large;
  unsigned long value = magnitude(text, end, base, &negative, &too_large);
  unsigned long most = ~0ul >> 1;
  if (too_large || value > most + negative) {
    errno = ERANGE;
    return negative ? -most - 1 : most;
  }
  return negative ? -value : value;
}

unsigned long strtoul(const char *text, char **end, int base) {
  int negative, too_large;
  unsigned long value = magnitude(text, end, base, &negative, &too_large);
  if (too_large) {
    errno = ERANGE;
    return ~0ul;
  }
  return negative ? -value : value;
}

long long strtoll(const char *text, char **end, int base) { return strtol(text, end, base); }

unsigned long long strtoull(const char *text, char **end, int base) {
  return strtoul(text, end, base);
}

int atoi(const char *text) { return strtol(text, 0, 10); }

long atol(const char *text) { return strtol(text, 0, 10); }

long long atoll(const char *text) { return strtol(text, 0, 10); }

/* Exact for numbers of up to 15 digits with small exponents, which is what programs contain. */
double strtod(const char *text, char **end) {
  const char *next = text;
  while (isspace((unsigned char)*next)) {
    next++;
  }
  int negative = *next == '-';
  if (*next == '-' || *next == '+') {
    next++;
  }
  double value = 0;
  int digits = 0, scale = 0;
  for (; isdigit((unsigned char)*next); next++, digits++) {
    value = value * 10 + (*next - '0');
  }
  if (*next == '.') {
    for (next++; isdigit((unsigned char)*next); next++, digits++, scale--) {
      value = value * 10 + (*next - '0');
    }
  }
  if (!digits) {
    if (end) {
      *end = (char *)text;
    }
    return 0;
  }
  if (*next == 'e' || *next == 'E') {
    char *after;
    long exponent = strtol(next + 1, &after, 10);
    if (after != next + 1) {
      scale += exponent;
      next = after;
    }
  }
  double power = 1;
  for (int i = 0; i < (scale < 0 ? -scale : scale) && i < 400; i++) {
    power *= 10;
  }
  value = scale < 0 ? value / power : value * power;
  if (end) {
    *end = (char *)next;
  }
  return negative ? -value : value;
}

float strtof(const char *text, char **end) { return strtod(text, end); }

/* What glibc's headers call them, by the standard that a program is compiled for. */
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtol(text, end, base); }

unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return strtoul(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return strtoul(text, end, base);
}

long strtoimax(const char *text, char **end, int base) { return strtol(text, end, base); }

unsigned long strtoumax(const char *text, char **end, int base) {
  return strtoul(text, end, base);
}

double atof(const char *text) { return strtod(text, 0); }

/* ---- Small functions ----------------------------------------------------------------------------- */

int abs(int number) { return number < 0 ? -number : number; }

long labs(long number) { return number < 0 ? -number : number; }

long long llabs(long long number) { return number < 0 ? -number : number; }

div_t div(int number, int by) { return (div_t){number / by, number % by}; }

lldiv_t lldiv(long long number, long long by) { return (lldiv_t){number / by, number % by}; }

ldiv_t ldiv(long number, long by) { return (ldiv_t){number / by, number % by}; }

char *getenv(const char *name) { return 0; }

char *secure_getenv(const char *name) { return 0; }

/* ---- Sorting and searching ----------------------------------------------------------------------- */

static void exchange(char *one, char *other, size_t size) {
  for (size_t i = 0; i < size; i++) {
    char kept = one[i];
    one[i] = other[i];
    other[i] = kept;
  }
}

static void sink(
    char *heap, size_t root, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && compare(heap + child * size, heap + (child + 1) * size) < 0) {
      child++;
    }
    if (compare(heap + root * size, heap + child * size) >= 0) {
      return;
    }
    exchange(heap + root * size, heap + child * size, size);
    root = child;
  }
}

void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *heap = array;
  for (size_t root = count / 2; root > 0; root--) {
    sink(heap, root - 1, count, size, compare);
  }
  for (size_t last = count; last > 1; last--) {
    exchange(heap, heap + (last - 1) * size, size);
    sink(heap, 0, last - 1, size, compare);
  }
}

void qsort_r(
    void *array, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
    void *argument) {
  char *elements = array;
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      char *one = elements + (j - 1) * size;
      if (compare(one, one + size, argument) <= 0) {
        break;
      }
      exchange(one, one + size, size);
    }
  }
}

void *bsearch(
    const void *key, const void *array, size_t count, size_t size,
    int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)array + middle * size;
    int order = compare(key, element);
    if (order == 0) {
      return (void *)element;
    }
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return 0;
}

/* ---- Errors -------------------------------------------------------------------------------------- */

static _Thread_local int last_error;

int *__errno_location(void) { return &last_error; }

/* ---- The end of the program ---------------------------------------------------------------------- */

struct exit_call {
  void (*function)(void *);
  void *argument;
  struct exit_call *next;
};

static struct exit_call *exit_calls;

static int at_exit(void (*function)(void *), void *argument) {
  struct exit_call *call = malloc(sizeof *call);
  if (!call) {
    return -1;
  }
  call->function = function;
  call->argument = argument;
  call->next = exit_calls;
  exit_calls = call;
  return 0;
}

int atexit(void (*function)(void)) { return at_exit((void (*)(void *))function, 0); }

int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
  return at_exit(function, argument);
}

/* What runs after main, and when exit is called. */
void __heddle_end_program(void) {
  while (exit_calls) {
    struct exit_call *call = exit_calls;
    exit_calls = call->next;
    call->function(call->argument);
    free(call);
  }
}

void __heddle_end_program_with(int status) {
  __heddle_end_program();
  __heddle_exit(status);
}
