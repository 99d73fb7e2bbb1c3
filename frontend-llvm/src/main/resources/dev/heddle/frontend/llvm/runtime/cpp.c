/* What compiled C++ code calls: the language's own functions, by the names that they have there. */
#include "runtime.h"

#include <stdlib.h>

/* Names the program among the libraries that it consists of. */
char __dso_handle;

void *_ZnwmSt11align_val_t(size_t size, size_t alignment) { return aligned_alloc(alignment, size); }

void *_ZnamSt11align_val_t(size_t size, size_t alignment) { return aligned_alloc(alignment, size); }

void _ZdlPvSt11align_val_t(void *memory, size_t alignment) { free(memory); }

void _ZdaPvSt11align_val_t(void *memory, size_t alignment) { free(memory); }

void _ZdlPvmSt11align_val_t(void *memory, size_t size, size_t alignment) { free(memory); }

void _ZdaPvmSt11align_val_t(void *memory, size_t size, size_t alignment) { free(memory); }

/* ---- Local static variables, which the first thread to come by initialises ----------------------- */

/* The first byte of the guard is what the compiled code looks at: 1 when all is done. The second is
   0 before the initialisation, 1 during, and 2 after it. */

int __cxa_guard_acquire(char *guard) {
  return __heddle_await(
             guard + 1, 1, 0xff, "ne", 1, "umax", 1, "the initialisation of a static variable") == 0;
}

void __cxa_guard_release(char *guard) {
  __atomic_store_n(guard + 1, 2, __ATOMIC_RELEASE);
  __atomic_store_n(guard, 1, __ATOMIC_RELEASE);
}

/* The initialisation has thrown: somebody else may try. */
void __cxa_guard_abort(char *guard) { __atomic_store_n(guard + 1, 0, __ATOMIC_RELEASE); }

/* Says to libstdc++ that there are threads. */
char __libc_single_threaded = 0;

/* ---- Characters of strings, one by one: weak memory models know no access to several of them ------- */

char *__heddle_copy_text(char *to, const char *from, size_t size) {
  for (size_t i = 0; i < size; i++) {
    __heddle_copy(to + i, from + i, 1);
  }
  return to;
}

char *__heddle_move_text(char *to, const char *from, size_t size) {
  if ((word)to <= (word)from) {
    return __heddle_copy_text(to, from, size);
  }
  for (size_t i = size; i > 0; i--) {
    __heddle_copy(to + i - 1, from + i - 1, 1);
  }
  return to;
}

char *__heddle_fill_text(char *to, size_t size, char character) {
  for (size_t i = 0; i < size; i++) {
    to[i] = character;
  }
  return to;
}
