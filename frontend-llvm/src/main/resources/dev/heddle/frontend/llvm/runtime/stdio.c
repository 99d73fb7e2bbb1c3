/* Output, which is captured, and formatting. */
#include "runtime.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What code refers to that was compiled with other headers. */
#undef stdin
#undef stdout
#undef stderr
FILE *const stdin = (FILE *)1;
FILE *const stdout = (FILE *)2;
FILE *const stderr = (FILE *)3;

/* Where characters go: to the output, or into memory as far as there is room. */
struct sink {
  char *memory;
  size_t size;
  size_t length;
  int prints;
};

static void put(struct sink *sink, int character) {
  if (sink->prints) {
    __heddle_print(character);
  } else if (sink->length + 1 < sink->size) {
    sink->memory[sink->length] = character;
  }
  sink->length++;
}

/* ---- Conversions --------------------------------------------------------------------------------- */

enum { LEFT = 1, PLUS = 2, SPACE = 4, ALTERNATIVE = 8, ZERO = 16 };

struct conversion {
  int flags;
  int width;
  int precision; /* -1 if there is none */
};

static void pad(struct sink *sink, int character, int count) {
  while (count-- > 0) {
    put(sink, character);
  }
}

static void put_text(
    struct sink *sink, struct conversion how, const char *prefix, const char *text, int length,
    int zeros) {
  int prefix_length = strlen(prefix);
  int blanks = how.width - prefix_length - zeros - length;
  if (!(how.flags & (LEFT | ZERO))) {
    pad(sink, ' ', blanks);
  }
  for (int i = 0; i < prefix_length; i++) {
    put(sink, prefix[i]);
  }
  if ((how.flags & (LEFT | ZERO)) == ZERO) {
    pad(sink, '0', blanks);
  }
  pad(sink, '0', zeros);
  for (int i = 0; i < length; i++) {
    put(sink, text[i]);
  }
  if (how.flags & LEFT) {
    pad(sink, ' ', blanks);
  }
}

static void put_number(
    struct sink *sink, struct conversion how, const char *prefix, unsigned long value,
    unsigned base, int capital) {
  char digits[24];
  int length = 0;
  for (unsigned long rest = value; rest; rest /= base) {
    int digit = rest % base;
    digits[sizeof digits - ++length] = digit < 10 ? '0' + digit : (capital ? 'A' : 'a') + digit - 10;
  }
  int zeros = (how.precision < 0 ? 1 : how.precision) - length;
  if (base == 8 && how.flags & ALTERNATIVE && zeros < 1) {
    zeros = 1;
  }
  if (how.precision >= 0) {
    how.flags &= ~ZERO;
  }
  put_text(sink, how, prefix, digits + sizeof digits - length, length, zeros > 0 ? zeros : 0);
}

static const char *sign(struct conversion how, int negative) {
  return negative ? "-" : how.flags & PLUS ? "+" : how.flags & SPACE ? " " : "";
}

static void put_double(struct sink *sink, struct conversion how, double value, int conversion) {
  char text[400];
  int length = 0;
  union {
    double number;
    unsigned long bits;
  } sign_of = {value};
  int negative = sign_of.bits >> 63;
  double positive = negative ? -value : value;
  for (; length < (int)sizeof text; length++) {
    int character =
        __heddle_digit(positive, conversion, how.precision, how.flags & ALTERNATIVE ? 1 : 0, length);
    if (character < 0) {
      break;
    }
    text[length] = character;
  }
  char prefix[4] = {0};
  strcpy(prefix, sign(how, negative));
  if (length > 0 && (text[0] > '9' || text[0] < '0')) {
    how.flags &= ~ZERO; /* not a number, or infinite */
  } else if (conversion == 'a' || conversion == 'A') {
    strcat(prefix, conversion == 'a' ? "0x" : "0X");
  }
  put_text(sink, how, prefix, text, length, 0);
}

/* The arguments from the one with a number on; each takes the same room. */
static va_list *from(va_list *found, va_list arguments, int number) {
  va_copy(*found, arguments);
  while (--number > 0) {
    (void)va_arg(*found, long);
  }
  return found;
}

/* The number in front of a dollar sign, which then is read; 0 if there is none. */
static int position(const char **format) {
  const char *at = *format;
  int number = 0;
  for (; *at >= '0' && *at <= '9'; at++) {
    number = 10 * number + (*at - '0');
  }
  if (*at != '$') {
    return 0;
  }
  *format = at + 1;
  return number;
}

/* The number that stands in the place of an asterisk. */
static int given(const char **format, va_list all, va_list next) {
  int number = position(format);
  if (!number) {
    return va_arg(next, int);
  }
  va_list found;
  return va_arg(*from(&found, all, number), int);
}

static void format(struct sink *sink, const char *format, va_list given_arguments) {
  va_list all;
  va_list next;
  va_list found;
  va_copy(all, given_arguments);
  va_copy(next, given_arguments);
  for (; *format; format++) {
    if (*format != '%') {
      put(sink, *format);
      continue;
    }
    struct conversion how = {0, 0, -1};
    format++;
    int number = position(&format);
    for (;; format++) {
      int flag = *format == '-'   ? LEFT
                 : *format == '+' ? PLUS
                 : *format == ' ' ? SPACE
                 : *format == '#' ? ALTERNATIVE
                 : *format == '0' ? ZERO
                                  : 0;
      if (!flag) {
        break;
      }
      how.flags |= flag;
    }
    if (*format == '*') {
      format++;
      how.width = given(&format, all, next);
      if (how.width < 0) {
        how.flags |= LEFT;
        how.width = -how.width;
      }
    }
    for (; *format >= '0' && *format <= '9'; format++) {
      how.width = 10 * how.width + (*format - '0');
    }
    if (*format == '.') {
      how.precision = 0;
      if (*++format == '*') {
        format++;
        how.precision = given(&format, all, next);
      }
      for (; *format >= '0' && *format <= '9'; format++) {
        how.precision = 10 * how.precision + (*format - '0');
      }
    }
    int bytes = 4;
    for (;; format++) {
      if (*format == 'h') {
        bytes /= 2;
      } else if (*format == 'l' || *format == 'z' || *format == 'j' || *format == 't') {
        bytes = 8;
      } else if (*format != 'L') {
        break;
      }
    }
    va_list *arguments = number ? from(&found, all, number) : &next;
    switch (*format) {
      case 'd':
      case 'i': {
        long value = bytes == 8 ? va_arg(*arguments, long) : va_arg(*arguments, int);
        value = bytes == 2 ? (short)value : bytes == 1 ? (signed char)value : value;
        put_number(sink, how, sign(how, value < 0), value < 0 ? -(word)value : value, 10, 0);
        break;
      }
      case 'u':
      case 'o':
      case 'x':
      case 'X': {
        word value = bytes == 8 ? va_arg(*arguments, word) : va_arg(*arguments, unsigned);
        value = bytes == 2 ? (unsigned short)value : bytes == 1 ? (unsigned char)value : value;
        int hexadecimal = *format == 'x' || *format == 'X';
        const char *prefix = !(how.flags & ALTERNATIVE) || !hexadecimal || !value ? ""
                             : *format == 'x'                                     ? "0x"
                                                                                  : "0X";
        unsigned base = *format == 'u' ? 10 : *format == 'o' ? 8 : 16;
        put_number(sink, how, prefix, value, base, *format == 'X');
        break;
      }
      case 'p': {
        word value = (word)va_arg(*arguments, void *);
        if (value) {
          put_number(sink, how, "0x", value, 16, 0);
        } else {
          put_text(sink, how, "", "(nil)", 5, 0);
        }
        break;
      }
      case 'c': {
        char character = va_arg(*arguments, int);
        how.flags &= ~ZERO;
        put_text(sink, how, "", &character, 1, 0);
        break;
      }
      case 's': {
        const char *text = va_arg(*arguments, const char *);
        text = text ? text : "(null)";
        size_t length = how.precision < 0 ? strlen(text) : strnlen(text, how.precision);
        how.flags &= ~ZERO;
        put_text(sink, how, "", text, length, 0);
        break;
      }
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        put_double(sink, how, va_arg(*arguments, double), *format);
        break;
      case 'n': {
        int *count = va_arg(*arguments, int *);
        *count = sink->length;
        break;
      }
      case '%':
        put(sink, '%');
        break;
      default:
        __heddle_unsupported("printf with a conversion that is not modelled");
    }
  }
}

/* ---- Functions ----------------------------------------------------------------------------------- */

int vprintf(const char *text, va_list arguments) {
  struct sink sink = {0, 0, 0, 1};
  format(&sink, text, arguments);
  return sink.length;
}

int vfprintf(FILE *stream, const char *text, va_list arguments) { return vprintf(text, arguments); }

int vdprintf(int file, const char *text, va_list arguments) { return vprintf(text, arguments); }

int vsnprintf(char *to, size_t size, const char *text, va_list arguments) {
  struct sink sink = {to, size, 0, 0};
  format(&sink, text, arguments);
  if (size > 0) {
    to[sink.length < size ? sink.length : size - 1] = 0;
  }
  return sink.length;
}

int vsprintf(char *to, const char *text, va_list arguments) {
  return vsnprintf(to, ~0ul >> 1, text, arguments);
}

int printf(const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  int length = vprintf(text, arguments);
  va_end(arguments);
  return length;
}

int fprintf(FILE *stream, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  int length = vprintf(text, arguments);
  va_end(arguments);
  return length;
}

int dprintf(int file, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  int length = vprintf(text, arguments);
  va_end(arguments);
  return length;
}

int snprintf(char *to, size_t size, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  int length = vsnprintf(to, size, text, arguments);
  va_end(arguments);
  return length;
}

int sprintf(char *to, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  int length = vsprintf(to, text, arguments);
  va_end(arguments);
  return length;
}

int vasprintf(char **to, const char *text, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(0, 0, text, again);
  va_end(again);
  *to = malloc(length + 1);
  if (!*to) {
    return -1;
  }
  return vsnprintf(*to, length + 1, text, arguments);
}

int asprintf(char **to, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  int length = vasprintf(to, text, arguments);
  va_end(arguments);
  return length;
}

int fputs(const char *text, FILE *stream) {
  for (char character = *text; character; character = *++text) {
    __heddle_print(character);
  }
  return 1;
}

int puts(const char *text) {
  fputs(text, stdout);
  __heddle_print('\n');
  return 1;
}

int fputc(int character, FILE *stream) {
  __heddle_print(character);
  return (unsigned char)character;
}

int putc(int character, FILE *stream) { return fputc(character, stream); }

size_t fwrite(const void *memory, size_t size, size_t count, FILE *stream) {
  const char *bytes = memory;
  for (size_t i = 0; i < size * count; i++) {
    __heddle_print(bytes[i]);
  }
  return count;
}

void perror(const char *text) {
  if (text && *text) {
    fputs(text, stderr);
    fputs(": ", stderr);
  }
  puts(strerror(errno));
}

int fflush(FILE *stream) { return 0; }

int fclose(FILE *stream) { return 0; }

int fileno(FILE *stream) { return (long)stream - 1; }

void flockfile(FILE *stream) {}

void funlockfile(FILE *stream) {}

int fputs_unlocked(const char *text, FILE *stream) { return fputs(text, stream); }

int putc_unlocked(int character, FILE *stream) { return fputc(character, stream); }

int putchar_unlocked(int character) { return fputc(character, stdout); }

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) { return 0; }

void setbuf(FILE *stream, char *buffer) {}
