#ifndef HEDDLE_STRING_H
#define HEDDLE_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void *memset(void *to, int byte, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);

static inline int memcmp(const void *one, const void *other, size_t size) {
  const unsigned char *a = one, *b = other;
  for (size_t i = 0; i < size; i++) {
    if (a[i] != b[i]) {
      return a[i] < b[i] ? -1 : 1;
    }
  }
  return 0;
}

static inline size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) {
    length++;
  }
  return length;
}

static inline int strcmp(const char *one, const char *other) {
  while (*one && *one == *other) {
    one++;
    other++;
  }
  return (unsigned char)*one - (unsigned char)*other;
}

static inline char *strcpy(char *to, const char *from) {
  char *start = to;
  while ((*to++ = *from++)) {
  }
  return start;
}

#ifdef __cplusplus
}
#endif
#endif
