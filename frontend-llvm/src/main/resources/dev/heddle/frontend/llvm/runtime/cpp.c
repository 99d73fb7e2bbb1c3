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

/* The lowest byte of the guard is what the compiled code looks at: 1 when all is done. */
enum { DONE = 1, BUSY = 0x100 };

int __cxa_guard_acquire(word *guard) {
  word old = __heddle_await(
      guard, 8, BUSY, "eq", 0, "or", BUSY, "the initialisation of a static variable");
  if (old & DONE) {
    __atomic_store_n(guard, DONE, __ATOMIC_RELEASE);
    return 0;
  }
  return 1;
}

void __cxa_guard_release(word *guard) { __atomic_store_n(guard, DONE, __ATOMIC_RELEASE); }
