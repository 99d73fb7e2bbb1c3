/* Standard input: what --stdin gives, and nothing otherwise. A lock makes each function one step for the
   others, as that of a stream does. */
#include "runtime.h"
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The front end gives these two. */
extern const unsigned char __heddle_stdin[];
extern const unsigned long __heddle_stdin_size;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long next;
static int pushed_back = EOF;
static int has_ended;

static void require_input(FILE *stream) {
  if (stream != stdin) {
    __heddle_unsupported("reading from a stream that is not standard input is not modelled");
  }
}

/* With the lock held. */
static int take(void) {
  int character = pushed_back;
  if (character != EOF) {
    pushed_back = EOF;
  } else if (next < __heddle_stdin_size) {
    character = __heddle_stdin[next++];
  } else {
    has_ended = 1;
  }
  return character;
}

int fgetc(FILE *stream) {
  require_input(stream);
  pthread_mutex_lock(&lock);
  int character = take();
  pthread_mutex_unlock(&lock);
  return character;
}

int getc(FILE *stream) { return fgetc(stream); }

int getc_unlocked(FILE *stream) { return fgetc(stream); }

int _IO_getc(FILE *stream) { return fgetc(stream); }

int getchar(void) { return fgetc(stdin); }

int getchar_unlocked(void) { return fgetc(stdin); }

int ungetc(int character, FILE *stream) {
  require_input(stream);
  pthread_mutex_lock(&lock);
  pushed_back = character;
  has_ended = 0;
  pthread_mutex_unlock(&lock);
  return character;
}

int feof(FILE *stream) {
  require_input(stream);
  pthread_mutex_lock(&lock);
  int result = has_ended;
  pthread_mutex_unlock(&lock);
  return result;
}

int ferror(FILE *stream) { return 0; }

void clearerr(FILE *stream) {
  require_input(stream);
  pthread_mutex_lock(&lock);
  has_ended = 0;
  pthread_mutex_unlock(&lock);
}

char *fgets(char *to, int size, FILE *stream) {
  require_input(stream);
  pthread_mutex_lock(&lock);
  int length = 0;
  while (length + 1 < size) {
    int character = take();
    if (character == EOF) {
      break;
    }
    to[length++] = character;
    if (character == '\n') {
      break;
    }
  }
  pthread_mutex_unlock(&lock);
  if (length == 0) {
    return 0;
  }
  to[length] = 0;
  return to;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  require_input(stream);
  pthread_mutex_lock(&lock);
  size_t done = 0;
  for (; done < size * count; done++) {
    int character = take();
    if (character == EOF) {
      break;
    }
    ((char *)to)[done] = character;
  }
  pthread_mutex_unlock(&lock);
  return size ? done / size : 0;
}

ssize_t read(int file, void *to, size_t size) {
  if (file != 0) {
    __heddle_unsupported("read() from another file than standard input is not modelled");
  }
  return fread(to, 1, size, stdin);
}

static int grow(char **line, size_t *size, size_t wanted) {
  char *grown = realloc(*line, wanted);
  if (!grown) {
    return 0;
  }
  *line = grown;
  *size = wanted;
  return 1;
}

ssize_t getdelim(char **line, size_t *size, int end, FILE *stream) {
  require_input(stream);
  size_t length = 0;
  if (!*line || *size == 0) {
    if (!grow(line, size, 120)) {
      return -1;
    }
  }
  pthread_mutex_lock(&lock);
  for (int character = take(); character != EOF; character = take()) {
    if (length + 2 > *size && !grow(line, size, 2 * *size)) {
      pthread_mutex_unlock(&lock);
      return -1;
    }
    (*line)[length++] = character;
    if (character == end) {
      break;
    }
  }
  pthread_mutex_unlock(&lock);
  (*line)[length] = 0;
  return length == 0 ? -1 : (ssize_t)length;
}

ssize_t getline(char **line, size_t *size, FILE *stream) {
  return getdelim(line, size, '\n', stream);
}

/* ---- Formatted input, from the stream or from a text --------------------------------------------- */

struct source {
  const char *text; /* null for standard input */
  int position;     /* characters that were taken */
};

static int get(struct source *source) {
  int character = source->text ? (unsigned char)source->text[source->position] : take();
  if (source->text && character == 0) {
    return EOF;
  }
  if (character != EOF) {
    source->position++;
  }
  return character;
}

static void unget(struct source *source, int character) {
  if (character == EOF) {
    return;
  }
  source->position--;
  if (!source->text) {
    pushed_back = character;
    has_ended = 0;
  }
}

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int skip_space(struct source *source) {
  int character = get(source);
  while (is_space(character)) {
    character = get(source);
  }
  return character;
}

/* Collects what may belong to a number, of which the strto… functions then take what they can. */
static int number_text(
    struct source *source, int width, int floating, int base, char *to, int room) {
  int character = skip_space(source);
  if (character == EOF) {
    return -1;
  }
  int length = 0;
  int digits = 0;
  while (character != EOF && (width == 0 || length < width) && length + 1 < room) {
    int is_digit = character >= '0' && character <= '9';
    int is_letter = (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
    int is_sign = (character == '-' || character == '+') &&
                  (length == 0 || (floating && (to[length - 1] == 'e' || to[length - 1] == 'E')));
    int is_x = (character == 'x' || character == 'X') && digits == 1 && to[length - 1] == '0' &&
               (base == 0 || base == 16) && !floating;
    int is_part = is_digit || is_sign || is_x || (is_letter && base != 10 && !floating) ||
                  (floating && digits && (character == 'e' || character == 'E')) ||
                  (floating && character == '.');
    if (!is_part) {
      break;
    }
    digits += is_digit || is_letter;
    to[length++] = character;
    character = (width == 0 || length < width) ? get(source) : EOF;
  }
  unget(source, character);
  to[length] = 0;
  return digits ? length : 0;
}

static void store(void *place, long value, int bytes) {
  switch (bytes) {
    case 1:
      *(signed char *)place = value;
      break;
    case 2:
      *(short *)place = value;
      break;
    case 4:
      *(int *)place = value;
      break;
    default:
      *(long *)place = value;
  }
}

static int in_set(const char *set, const char *end, int character) {
  for (const char *c = set; c < end; c++) {
    if (c[1] == '-' && c + 2 < end) {
      if (character >= (unsigned char)c[0] && character <= (unsigned char)c[2]) {
        return 1;
      }
      c += 2;
    } else if (character == (unsigned char)*c) {
      return 1;
    }
  }
  return 0;
}

/* One conversion of text: s, c or a set. The result is as that of scan(). */
static int scan_text(
    struct source *source, char kind, int width, const char *set, const char *set_end, int inverted,
    char *to) {
  int character = kind == 's' ? skip_space(source) : get(source);
  if (character == EOF) {
    return -1;
  }
  int most = width ? width : kind == 'c' ? 1 : 0;
  int length = 0;
  while (character != EOF) {
    if (kind == 's' ? is_space(character)
                    : kind == '[' && in_set(set, set_end, character) == inverted) {
      unget(source, character);
      break;
    }
    if (to) {
      to[length] = character;
    }
    length++;
    if (most && length == most) {
      break;
    }
    character = get(source);
  }
  if (length == 0) {
    return 0;
  }
  if (to && kind != 'c') {
    to[length] = 0;
  }
  return 1;
}

static int scan(struct source *source, const char *format, va_list arguments) {
  int done = 0;
  for (; *format; format++) {
    if (is_space((unsigned char)*format)) {
      unget(source, skip_space(source));
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      format += *format == '%';
      int character = *format == '%' ? skip_space(source) : get(source);
      if (character != (unsigned char)*format) {
        unget(source, character);
        return character == EOF && !done ? EOF : done;
      }
      continue;
    }
    format++;
    int ignored = *format == '*';
    format += ignored;
    int width = 0;
    for (; *format >= '0' && *format <= '9'; format++) {
      width = 10 * width + (*format - '0');
    }
    int bytes = 4;
    for (;; format++) {
      if (*format == 'h') {
        bytes /= 2;
      } else if (*format == 'l' || *format == 'z' || *format == 'j' || *format == 't') {
        bytes = 8;
      } else {
        break;
      }
    }
    int result = 1;
    char digits[64];
    switch (*format) {
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o':
      case 'p': {
        int base = *format == 'i'                      ? 0
                   : *format == 'o'                    ? 8
                   : *format == 'd' || *format == 'u' ? 10
                                                       : 16;
        int length = number_text(source, width, 0, base, digits, sizeof digits);
        if (length <= 0) {
          return length < 0 && !done ? EOF : done;
        }
        if (!ignored) {
          long value = *format == 'd' || *format == 'i' ? strtol(digits, 0, base)
                                                        : (long)strtoul(digits, 0, base);
          store(va_arg(arguments, void *), value, *format == 'p' ? 8 : bytes);
        }
        break;
      }
      case 'e':
      case 'f':
      case 'g':
      case 'E':
      case 'G': {
        int length = number_text(source, width, 1, 10, digits, sizeof digits);
        if (length <= 0) {
          return length < 0 && !done ? EOF : done;
        }
        if (!ignored) {
          double value = strtod(digits, 0);
          if (bytes == 8) {
            *va_arg(arguments, double *) = value;
          } else {
            *va_arg(arguments, float *) = value;
          }
        }
        break;
      }
      case 's':
      case 'c':
        result = scan_text(source, *format, width, 0, 0, 0, ignored ? 0 : va_arg(arguments, char *));
        break;
      case '[': {
        int inverted = *++format == '^';
        format += inverted;
        const char *set = format;
        do {
          format++;
        } while (*format && *format != ']');
        result =
            scan_text(source, '[', width, set, format, inverted, ignored ? 0 : va_arg(arguments, char *));
        break;
      }
      case 'n':
        store(va_arg(arguments, void *), source->position, bytes);
        continue;
      default:
        __heddle_unsupported("scanf with a conversion that is not modelled");
    }
    if (result <= 0) {
      return result < 0 && !done ? EOF : done;
    }
    done += !ignored;
  }
  return done;
}

int vsscanf(const char *text, const char *format, va_list arguments) {
  struct source source = {text, 0};
  return scan(&source, format, arguments);
}

int vfscanf(FILE *stream, const char *format, va_list arguments) {
  require_input(stream);
  struct source source = {0, 0};
  pthread_mutex_lock(&lock);
  int done = scan(&source, format, arguments);
  pthread_mutex_unlock(&lock);
  return done;
}

int vscanf(const char *format, va_list arguments) { return vfscanf(stdin, format, arguments); }

#define SCAN(first, given)             \
  va_list arguments;                   \
  va_start(arguments, format);         \
  int done = given(first, format, arguments); \
  va_end(arguments);                   \
  return done;

int sscanf(const char *text, const char *format, ...) { SCAN(text, vsscanf) }

int fscanf(FILE *stream, const char *format, ...) { SCAN(stream, vfscanf) }

int scanf(const char *format, ...) { SCAN(stdin, vfscanf) }

/* What glibc's headers call them, by the standard that a program is compiled for. */
int __isoc99_sscanf(const char *text, const char *format, ...) { SCAN(text, vsscanf) }

int __isoc99_fscanf(FILE *stream, const char *format, ...) { SCAN(stream, vfscanf) }

int __isoc99_scanf(const char *format, ...) { SCAN(stdin, vfscanf) }

int __isoc23_sscanf(const char *text, const char *format, ...) { SCAN(text, vsscanf) }

int __isoc23_fscanf(FILE *stream, const char *format, ...) { SCAN(stream, vfscanf) }

int __isoc23_scanf(const char *format, ...) { SCAN(stdin, vfscanf) }

int __isoc99_vsscanf(const char *text, const char *format, va_list arguments) {
  return vsscanf(text, format, arguments);
}

int __isoc23_vsscanf(const char *text, const char *format, va_list arguments) {
  return vsscanf(text, format, arguments);
}
