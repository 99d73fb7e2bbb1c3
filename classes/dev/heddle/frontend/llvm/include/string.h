#ifndef HEDDLE_STRING_H
#define HEDDLE_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void *memset(void *to, int byte, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);

static __inline int memcmp(const void *one, const void *other, size_t size) {
  const unsigned char *a = (const unsigned char *)one, *b = (const unsigned char *)other;
  size_t i;
  for (i = 0; i < size; i++) {
    if (a[i] != b[i]) {
      return a[i] < b[i] ? -1 : 1;
    }
  }
  return 0;
}

static __inline size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) {
    length++;
  }
  return length;
}

static __inline int strcmp(const char *one, const char *other) {
  while (*one && *one == *other) {
    one++;
    other++;
  }
  return (unsigned char)*one - (unsigned char)*other;
}

static __inline int strncmp(const char *one, const char *other, size_t size) {
  while (size && *one && *one == *other) {
    one++;
    other++;
    size--;
  }
  return size ? (unsigned char)*one - (unsigned char)*other : 0;
}

static __inline char *strcpy(char *to, const char *from) {
  char *start = to;
  while ((*to++ = *from++)) {
  }
  return start;
}

static __inline char *strncpy(char *to, const char *from, size_t size) {
  size_t i = 0;
  for (; i < size && from[i]; i++) {
    to[i] = from[i];
  }
  for (; i < size; i++) {
    to[i] = 0;
  }
  return to;
}

static __inline char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}

static __inline char *strchr(const char *text, int character) {
  for (; *text != (char)character; text++) {
    if (!*text) {
      return 0;
    }
  }
  return (char *)text;
}

#ifdef __cplusplus
}
#endif
#endif
