/* The annotations of programs written for GenMC. Those that only make its search shorter have no
   effect here. */
#ifndef HEDDLE_GENMC_H
#define HEDDLE_GENMC_H

#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef pthread_t __VERIFIER_thread_t;

static __inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*start)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, start, argument);
  return thread;
}

static __inline __VERIFIER_thread_t __VERIFIER_spawn_symmetric(
    void *(*start)(void *), void *argument, __VERIFIER_thread_t like) {
  return __VERIFIER_spawn(start, argument);
}

static __inline void *__VERIFIER_join(__VERIFIER_thread_t thread) {
  void *result;
  pthread_join(thread, &result);
  return result;
}

static __inline void __VERIFIER_join_symmetric(__VERIFIER_thread_t thread) {
  pthread_join(thread, 0);
}

#define __VERIFIER_local_write(statement) do { statement; } while (0)
#define __VERIFIER_final_write(statement) do { statement; } while (0)
#define __VERIFIER_helped_CAS(operation) do { operation; } while (0)
#define __VERIFIER_helping_CAS(operation) do { operation; } while (0)
#define __VERIFIER_speculative_read(operation) (operation)
#define __VERIFIER_confirming_read(operation) (operation)
#define __VERIFIER_confirming_CAS(operation) (operation)
#define __VERIFIER_final_CAS(operation) (operation)
#define __VERIFIER_optional(statement) do { } while (0)

#endif
