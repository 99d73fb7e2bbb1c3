/* What threads have of their own, and what is done once for all of them. */
#include "runtime.h"
#include <errno.h>
#include <pthread.h>
#include <threads.h>

/* ---- Once: 0 before, 1 during, 2 after ---------------------------------------------------------- */

/* One step for all: who comes during the initialisation waits and is then as one who comes after. */
static void once(int *state, void (*function)(void)) {
  word before = __heddle_await(
      state, 4, ~0ul, "ne", 1, "umax", 1, "another thread's initialisation");
  if (before == 0) {
    function();
    __atomic_store_n(state, 2, __ATOMIC_RELEASE);
  }
}

/* What C++ runs once may throw; then it is to be run again, see __once_proxy. */
__thread pthread_once_t *__heddle_current_once;

int pthread_once(pthread_once_t *state, void (*function)(void)) {
  __heddle_current_once = state;
  once(state, function);
  return 0;
}

void call_once(once_flag *flag, void (*function)(void)) { once(&flag->__state, function); }

/* ---- Thread-specific values ---------------------------------------------------------------------- */

#define KEYS 64

typedef void (*destructor)(void *);

static destructor destructors[KEYS];
static unsigned keys;
static _Thread_local void *values[KEYS];

static int create_key(unsigned *key, destructor function) {
  unsigned number = __atomic_fetch_add(&keys, 1, __ATOMIC_RELAXED);
  if (number >= KEYS) {
    __heddle_unsupported("at most 64 keys of thread-specific values are modelled");
  }
  destructors[number] = function;
  *key = number;
  return 0;
}

static int delete_key(unsigned key) {
  if (key >= KEYS) {
    return EINVAL;
  }
  destructors[key] = 0;
  return 0;
}

static void *get_value(unsigned key) { return key < KEYS ? values[key] : 0; }

static int set_value(unsigned key, const void *value) {
  if (key >= KEYS) {
    return EINVAL;
  }
  values[key] = (void *)value;
  return 0;
}

static void destroy_values(void) {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    int again = 0;
    unsigned count = __atomic_load_n(&keys, __ATOMIC_RELAXED);
    for (unsigned key = 0; key < count; key++) {
      void *value = values[key];
      if (value) {
        destructor function = destructors[key];
        values[key] = 0;
        if (function) {
          function(value);
          again = 1;
        }
      }
    }
    if (!again) {
      return;
    }
  }
}

int pthread_key_create(pthread_key_t *key, destructor function) {
  return create_key(key, function);
}

int pthread_key_delete(pthread_key_t key) { return delete_key(key); }

void *pthread_getspecific(pthread_key_t key) { return get_value(key); }

int pthread_setspecific(pthread_key_t key, const void *value) { return set_value(key, value); }

int tss_create(tss_t *key, tss_dtor_t function) {
  return create_key(key, function) ? thrd_error : thrd_success;
}

void tss_delete(tss_t key) { delete_key(key); }

void *tss_get(tss_t key) { return get_value(key); }

int tss_set(tss_t key, void *value) { return set_value(key, value) ? thrd_error : thrd_success; }

/* ---- The ends of threads in programs that have something to do there ----------------------------- */

struct exit_call {
  void (*function)(void *);
  void *argument;
  struct exit_call *next;
};

static _Thread_local struct exit_call *exit_calls;

void *malloc(size_t size);
void free(void *memory);

/* The destructor of a thread-local object of C++. */
int __cxa_thread_atexit(void (*function)(void *), void *argument, void *library) {
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

/* The cleanup handlers of the thread, the innermost first. */
static _Thread_local struct __heddle_cleanup *cleanups;

void __heddle_cleanup_push(struct __heddle_cleanup *cleanup, void (*function)(void *), void *argument) {
  cleanup->__function = function;
  cleanup->__argument = argument;
  cleanup->__next = cleanups;
  cleanups = cleanup;
}

void __heddle_cleanup_pop(struct __heddle_cleanup *cleanup, int execute) {
  cleanups = cleanup->__next;
  if (execute) {
    cleanup->__function(cleanup->__argument);
  }
}

void __heddle_announce_end(void);

void __heddle_end_thread(void) {
  while (exit_calls) {
    struct exit_call *call = exit_calls;
    exit_calls = call->next;
    call->function(call->argument);
    free(call);
  }
  destroy_values();
  if (__heddle_cancels()) {
    __heddle_announce_end();
  }
}

void *__heddle_start_thread(void *(*start)(void *), void *argument) {
  void *result = start(argument);
  __heddle_end_thread();
  return result;
}

void __heddle_end_thread_with(void *result) {
  while (cleanups) {
    __heddle_cleanup_pop(cleanups, 1);
  }
  __heddle_end_thread();
  __heddle_thread_exit(result);
}

/* ---- Attributes of threads, of which only the kind of detachment is kept -------------------------- */

int pthread_attr_init(pthread_attr_t *attributes) {
  attributes->__detached = PTHREAD_CREATE_JOINABLE;
  return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes) { return 0; }

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state) {
  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED) {
    return EINVAL;
  }
  attributes->__detached = state;
  return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state) {
  *state = attributes->__detached;
  return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) { return 0; }

int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size) {
  *size = 8ul << 20;
  return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size) { return 0; }

int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameter) {
  return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const void *set) {
  return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy) { return 0; }

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit) { return 0; }

int pthread_attr_setscope(pthread_attr_t *attributes, int scope) { return 0; }

/* ---- Properties of threads that influence nothing here ------------------------------------------- */

int pthread_setname_np(pthread_t thread, const char *name) { return 0; }

int pthread_getname_np(pthread_t thread, char *name, size_t size) {
  if (size == 0) {
    return ERANGE;
  }
  name[0] = 0;
  return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameter) {
  return 0;
}

int pthread_setschedprio(pthread_t thread, int priority) { return 0; }

int pthread_setconcurrency(int level) { return 0; }

int pthread_setaffinity_np(pthread_t thread, size_t size, const void *set) { return 0; }

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) { return 0; }
