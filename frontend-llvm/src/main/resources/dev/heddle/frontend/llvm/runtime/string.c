/* Functions on memory and strings. */
#include "runtime.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory: in the largest pieces that the addresses allow -------------------------------------- */

#define FITS(address, bytes, left) (((address) & ((bytes)-1)) == 0 && (left) >= (bytes))

static size_t copy_some(char *to, const char *from, size_t left) {
  word alignment = (word)to | (word)from;
  if (FITS(alignment, 8, left)) {
    __heddle_copy(to, from, 8);
    return 8;
  }
  if (FITS(alignment, 4, left)) {
    __heddle_copy(to, from, 4);
    return 4;
  }
  if (FITS(alignment, 2, left)) {
    __heddle_copy(to, from, 2);
    return 2;
  }
  __heddle_copy(to, from, 1);
  return 1;
}

static void copy_back(char *to, const char *from, size_t left) {
  while (left > 0) {
    word alignment = ((word)to + left) | ((word)from + left);
    if (FITS(alignment, 8, left)) {
      left -= 8;
      __heddle_copy(to + left, from + left, 8);
    } else if (FITS(alignment, 4, left)) {
      left -= 4;
      __heddle_copy(to + left, from + left, 4);
    } else {
      left -= 1;
      __heddle_copy(to + left, from + left, 1);
    }
  }
}

void *memcpy(void *to, const void *from, size_t size) {
  for (size_t done = 0; done < size;) {
    done += copy_some((char *)to + done, (const char *)from + done, size - done);
  }
  return to;
}

void *mempcpy(void *to, const void *from, size_t size) { return (char *)memcpy(to, from, size) + size; }

void *memmove(void *to, const void *from, size_t size) {
  if ((word)to > (word)from) {
    copy_back(to, from, size);
    return to;
  }
  return memcpy(to, from, size);
}

void *memset(void *to, int byte, size_t size) {
  word filler = (byte & 0xfful) * 0x0101010101010101ul;
  char *next = to;
  while (size > 0) {
    if (FITS((word)next, 8, size)) {
      *(uint64_t *)next = filler;
      next += 8;
      size -= 8;
    } else if (FITS((word)next, 4, size)) {
      *(uint32_t *)next = filler;
      next += 4;
      size -= 4;
    } else {
      *next++ = filler;
      size--;
    }
  }
  return to;
}

int memcmp(const void *one, const void *other, size_t size) {
  const unsigned char *a = one, *b = other;
  for (size_t i = 0; i < size; i++) {
    if (a[i] != b[i]) {
      return a[i] < b[i] ? -1 : 1;
    }
  }
  return 0;
}

int bcmp(const void *one, const void *other, size_t size) { return memcmp(one, other, size); }

void *memchr(const void *memory, int byte, size_t size) {
  const unsigned char *bytes = memory;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == (unsigned char)byte) {
      return (void *)(bytes + i);
    }
  }
  return 0;
}

void bzero(void *memory, size_t size) { memset(memory, 0, size); }

/* ---- Strings ------------------------------------------------------------------------------------- */

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) {
    length++;
  }
  return length;
}

size_t strnlen(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length]) {
    length++;
  }
  return length;
}

int strcmp(const char *one, const char *other) {
  for (size_t i = 0;; i++) {
    unsigned char a = one[i], b = other[i];
    if (a != b) {
      return a < b ? -1 : 1;
    }
    if (!a) {
      return 0;
    }
  }
}

int strncmp(const char *one, const char *other, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned char a = one[i], b = other[i];
    if (a != b) {
      return a < b ? -1 : 1;
    }
    if (!a) {
      return 0;
    }
  }
  return 0;
}

static int lower(int character) {
  return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
}

int strncasecmp(const char *one, const char *other, size_t size) {
  for (size_t i = 0; i < size; i++) {
    int a = lower((unsigned char)one[i]), b = lower((unsigned char)other[i]);
    if (a != b) {
      return a < b ? -1 : 1;
    }
    if (!a) {
      return 0;
    }
  }
  return 0;
}

int strcasecmp(const char *one, const char *other) { return strncasecmp(one, other, ~0ul); }

char *stpcpy(char *to, const char *from) {
  while ((*to = *from)) {
    to++;
    from++;
  }
  return to;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *strncpy(char *to, const char *from, size_t size) {
  size_t i = 0;
  for (; i < size; i++) {
    char character = from[i];
    to[i] = character;
    if (!character) {
      break;
    }
  }
  for (; i < size; i++) {
    to[i] = 0;
  }
  return to;
}

char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t size) {
  char *end = to + strlen(to);
  size_t length = strnlen(from, size);
  memcpy(end, from, length);
  end[length] = 0;
  return to;
}

char *strchr(const char *text, int character) {
  for (;; text++) {
    char found = *text;
    if (found == (char)character) {
      return (char *)text;
    }
    if (!found) {
      return 0;
    }
  }
}

char *strrchr(const char *text, int character) {
  const char *last = 0;
  for (;; text++) {
    char found = *text;
    if (found == (char)character) {
      last = text;
    }
    if (!found) {
      return (char *)last;
    }
  }
}

char *strstr(const char *text, const char *part) {
  size_t length = strlen(part);
  for (;; text++) {
    if (strncmp(text, part, length) == 0) {
      return (char *)text;
    }
    if (!*text) {
      return 0;
    }
  }
}

size_t strspn(const char *text, const char *accepted) {
  size_t length = 0;
  while (text[length] && strchr(accepted, text[length])) {
    length++;
  }
  return length;
}

size_t strcspn(const char *text, const char *rejected) {
  size_t length = 0;
  while (text[length] && !strchr(rejected, text[length])) {
    length++;
  }
  return length;
}

char *strpbrk(const char *text, const char *accepted) {
  text += strcspn(text, accepted);
  return *text ? (char *)text : 0;
}

char *strtok_r(char *text, const char *separators, char **rest) {
  char *token = text ? text : *rest;
  token += strspn(token, separators);
  if (!*token) {
    *rest = token;
    return 0;
  }
  char *end = token + strcspn(token, separators);
  if (*end) {
    *end++ = 0;
  }
  *rest = end;
  return token;
}

static char *strtok_rest;

char *strtok(char *text, const char *separators) {
  return strtok_r(text, separators, &strtok_rest);
}

char *strndup(const char *text, size_t most) {
  size_t length = strnlen(text, most);
  char *copy = malloc(length + 1);
  if (!copy) {
    return 0;
  }
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char *strdup(const char *text) { return strndup(text, ~0ul >> 1); }

char *strerror(int error) {
  switch (error) {
    case 0:
      return "Success";
    case EPERM:
      return "Operation not permitted";
    case EAGAIN:
      return "Resource temporarily unavailable";
    case ENOMEM:
      return "Cannot allocate memory";
    case EBUSY:
      return "Device or resource busy";
    case EINVAL:
      return "Invalid argument";
    case EDEADLK:
      return "Resource deadlock avoided";
    case ETIMEDOUT:
      return "Connection timed out";
    default:
      return "Unknown error";
  }
}
