/* Atomic operations on memory of any size: nothing else happens meanwhile. */
#include "runtime.h"
#include <heddle.h>

/* In the largest pieces that the addresses allow; the bytes need not be initialised. */
static void copy(char *to, const char *from, size_t size) {
  for (size_t done = 0; done < size;) {
    word together = (word)(to + done) | (word)(from + done) | (size - done);
    if ((together & 7) == 0) {
      __heddle_copy(to + done, from + done, 8);
      done += 8;
    } else {
      __heddle_copy(to + done, from + done, 1);
      done++;
    }
  }
}

static int equal(const char *one, const char *other, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (__heddle_peek(one + i, 1) != __heddle_peek(other + i, 1)) {
      return 0;
    }
  }
  return 1;
}

void __heddle_atomic_load(size_t size, const void *from, void *to, int order)
    __asm__("__atomic_load");
void __heddle_atomic_load(size_t size, const void *from, void *to, int order) {
  __VERIFIER_atomic_begin();
  copy(to, from, size);
  __VERIFIER_atomic_end();
}

void __heddle_atomic_store(size_t size, void *to, const void *from, int order)
    __asm__("__atomic_store");
void __heddle_atomic_store(size_t size, void *to, const void *from, int order) {
  __VERIFIER_atomic_begin();
  copy(to, from, size);
  __VERIFIER_atomic_end();
}

void __heddle_atomic_exchange(size_t size, void *place, const void *value, void *old, int order)
    __asm__("__atomic_exchange");
void __heddle_atomic_exchange(size_t size, void *place, const void *value, void *old, int order) {
  __VERIFIER_atomic_begin();
  copy(old, place, size);
  copy(place, value, size);
  __VERIFIER_atomic_end();
}

_Bool __heddle_atomic_compare_exchange(
    size_t size, void *place, void *expected, const void *desired, int success, int failure)
    __asm__("__atomic_compare_exchange");
_Bool __heddle_atomic_compare_exchange(
    size_t size, void *place, void *expected, const void *desired, int success, int failure) {
  __VERIFIER_atomic_begin();
  _Bool same = equal(place, expected, size);
  if (same) {
    copy(place, desired, size);
  } else {
    copy(expected, place, size);
  }
  __VERIFIER_atomic_end();
  return same;
}

_Bool __heddle_atomic_is_lock_free(size_t size, const void *place) __asm__("__atomic_is_lock_free");
_Bool __heddle_atomic_is_lock_free(size_t size, const void *place) {
  return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}
