/* Exceptions and types of C++ at run time, as the Itanium C++ ABI has them: what a compiled program
   calls, and what it takes for granted. An exception goes through two phases, as there: first a handler
   is looked for, and without one the program ends where the exception was thrown; then functions are
   left up to the handler. */
#include "runtime.h"
#include <stdlib.h>
#include <string.h>

/* ---- Types --------------------------------------------------------------------------------------

   The first word of a type tells its kind: it is an address in one of these. */

#define KIND(symbol) const char symbol[64] = {0}
KIND(_ZTVN10__cxxabiv117__class_type_infoE);
KIND(_ZTVN10__cxxabiv120__si_class_type_infoE);
KIND(_ZTVN10__cxxabiv121__vmi_class_type_infoE);
KIND(_ZTVN10__cxxabiv119__pointer_type_infoE);
KIND(_ZTVN10__cxxabiv129__pointer_to_member_type_infoE);
KIND(_ZTVN10__cxxabiv123__fundamental_type_infoE);
KIND(_ZTVN10__cxxabiv117__array_type_infoE);
KIND(_ZTVN10__cxxabiv120__function_type_infoE);
KIND(_ZTVN10__cxxabiv116__enum_type_infoE);
#define IS(type, symbol) ((type)->kind == symbol + 16)
#define IS_DERIVED(type) IS(type, _ZTVN10__cxxabiv120__si_class_type_infoE)
#define IS_DERIVED_OF_MANY(type) IS(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)
#define IS_POINTER(type) IS(type, _ZTVN10__cxxabiv119__pointer_type_infoE)

struct type {
  const char *kind;
  const char *name;
};

struct derived {
  struct type type;
  const struct type *base;
};

enum { VIRTUAL = 1, PUBLIC = 2 };

struct derived_of_many {
  struct type type;
  unsigned flags, count;
  struct {
    const struct type *type;
    long place; /* flags in the lowest byte; the offset above them */
  } bases[];
};

struct pointer {
  struct type type;
  unsigned flags; /* const and the like */
  const struct type *target;
};

/* The types that no program defines. */
#define FUNDAMENTAL(code)                                                                     \
  const struct type _ZTI##code = {_ZTVN10__cxxabiv123__fundamental_type_infoE + 16, #code};   \
  const struct pointer _ZTIP##code = {                                                        \
      {_ZTVN10__cxxabiv119__pointer_type_infoE + 16, "P" #code}, 0, &_ZTI##code};             \
  const struct pointer _ZTIPK##code = {                                                       \
      {_ZTVN10__cxxabiv119__pointer_type_infoE + 16, "PK" #code}, 1, &_ZTI##code};
FUNDAMENTAL(v)
FUNDAMENTAL(b)
FUNDAMENTAL(c)
FUNDAMENTAL(a)
FUNDAMENTAL(h)
FUNDAMENTAL(w)
FUNDAMENTAL(s)
FUNDAMENTAL(t)
FUNDAMENTAL(i)
FUNDAMENTAL(j)
FUNDAMENTAL(l)
FUNDAMENTAL(m)
FUNDAMENTAL(x)
FUNDAMENTAL(y)
FUNDAMENTAL(n)
FUNDAMENTAL(o)
FUNDAMENTAL(f)
FUNDAMENTAL(d)
FUNDAMENTAL(e)
FUNDAMENTAL(Dn)
FUNDAMENTAL(Du)
FUNDAMENTAL(Ds)
FUNDAMENTAL(Di)

/* What the library catches to let it go on: the end of a thread that is cancelled. Nothing is. */
const struct type _ZTIN10__cxxabiv115__forced_unwindE = {
    _ZTVN10__cxxabiv117__class_type_infoE + 16, "N10__cxxabiv115__forced_unwindE"};
const struct type _ZTIN10__cxxabiv119__foreign_exceptionE = {
    _ZTVN10__cxxabiv117__class_type_infoE + 16, "N10__cxxabiv119__foreign_exceptionE"};

static int is_same(const struct type *one, const struct type *other) {
  return one == other || one->name == other->name ||
         (one->name[0] != '*' && strcmp(one->name, other->name) == 0);
}

/* Looks for the public parts of an object that are of a type. With within, only those count that
   have the object at within, of type part, as a public part of theirs. */
struct search {
  const struct type *wanted;
  const struct type *part;
  char *within;
  char *found;
  int count;
};

static int has_part(const struct type *type, char *object, const struct type *part, char *within) {
  if (object == within && is_same(type, part)) {
    return 1;
  }
  if (IS_DERIVED(type)) {
    return has_part(((const struct derived *)type)->base, object, part, within);
  }
  if (IS_DERIVED_OF_MANY(type)) {
    const struct derived_of_many *many = (const struct derived_of_many *)type;
    for (unsigned i = 0; i < many->count; i++) {
      long place = many->bases[i].place >> 8;
      char *base = object + (many->bases[i].place & VIRTUAL ? *(long *)(*(char **)object + place) : place);
      if ((many->bases[i].place & PUBLIC) && has_part(many->bases[i].type, base, part, within)) {
        return 1;
      }
    }
  }
  return 0;
}

static void look(const struct type *type, char *object, struct search *search) {
  if (is_same(type, search->wanted)) {
    if ((!search->within || has_part(type, object, search->part, search->within)) &&
        (search->count == 0 || search->found != object)) {
      search->found = object;
      search->count++;
    }
    return;
  }
  if (IS_DERIVED(type)) {
    look(((const struct derived *)type)->base, object, search);
  } else if (IS_DERIVED_OF_MANY(type)) {
    const struct derived_of_many *many = (const struct derived_of_many *)type;
    for (unsigned i = 0; i < many->count; i++) {
      long place = many->bases[i].place >> 8;
      if (many->bases[i].place & PUBLIC) {
        /* Without an object there is only the question whether there is such a part. */
        long offset = !(many->bases[i].place & VIRTUAL) ? place
                      : object                          ? *(long *)(*(char **)object + place)
                                                        : 0;
        look(many->bases[i].type, object + offset, search);
      }
    }
  }
}

void *__dynamic_cast(
    char *object, const struct type *from, const struct type *to, long hint) {
  char **table = *(char ***)object;
  char *whole = object + (long)table[-2];
  const struct type *type = (const struct type *)table[-1];
  struct search down = {to, from, object, 0, 0};
  look(type, whole, &down);
  if (down.count == 1) {
    return down.found;
  }
  struct search across = {to, 0, 0, 0, 0};
  look(type, whole, &across);
  return down.count == 0 && across.count == 1 && has_part(type, whole, from, object) ? across.found : 0;
}

/* Whether a handler of a type catches an object, whose address is adjusted to what the handler gets. */
static int catches(const struct type *handler, const struct type *thrown, void **object) {
  if (is_same(handler, thrown)) {
    return 1;
  }
  if (IS_POINTER(handler)) {
    const struct pointer *to = (const struct pointer *)handler;
    if (strcmp(thrown->name, "Dn") == 0) {
      *object = 0;
      return 1;
    }
    if (!IS_POINTER(thrown)) {
      return 0;
    }
    const struct pointer *from = (const struct pointer *)thrown;
    if (from->flags & ~to->flags & 7) {
      return 0;
    }
    if (is_same(to->target, from->target) || strcmp(to->target->name, "v") == 0) {
      return 1;
    }
    handler = to->target;
    thrown = from->target;
  }
  struct search search = {handler, 0, 0, 0, 0};
  look(thrown, *object, &search);
  if (search.count != 1) {
    return 0;
  }
  *object = search.found;
  return 1;
}

/* ---- Exceptions ----------------------------------------------------------------------------------

   This stands before the object that was thrown. One that is thrown again by means of an
   exception_ptr has no object of its own. */

struct exception {
  const struct type *type;
  void (*destructor)(void *);
  void *object;
  void *adjusted;
  struct exception *next;
  long handlers;   /* that are at work; below 0 if one of them has thrown it again */
  long references; /* of an exception with an object */
  long unused;
};

static _Thread_local struct exception *caught;
static _Thread_local unsigned uncaught;
static void (*terminate_handler)(void);

void *__cxa_allocate_exception(size_t size) {
  struct exception *exception = malloc(sizeof *exception + size);
  return exception + 1;
}

void __cxa_free_exception(void *object) { free((struct exception *)object - 1); }

struct exception *__cxa_init_primary_exception(
    void *object, const struct type *type, void (*destructor)(void *)) {
  struct exception *exception = (struct exception *)object - 1;
  exception->type = type;
  exception->destructor = destructor;
  exception->object = object;
  exception->adjusted = object;
  exception->next = 0;
  exception->handlers = 0;
  exception->references = 0;
  return exception;
}

static void refer(void *object) {
  __atomic_fetch_add(&((struct exception *)object - 1)->references, 1, __ATOMIC_RELAXED);
}

static void release(void *object) {
  struct exception *exception = (struct exception *)object - 1;
  if (__atomic_fetch_sub(&exception->references, 1, __ATOMIC_ACQ_REL) == 1) {
    if (exception->destructor) {
      exception->destructor(object);
    }
    free(exception);
  }
}

/* What a call catches; LandingPads.java writes it. */
struct handlers {
  long count;
  long always; /* 1 if there are destructors to run, 2 if nothing may come through */
  struct {
    const struct type *type; /* 0 for all */
    long number;
  } types[];
};

static long handler_of(struct exception *exception, const struct handlers *handlers) {
  for (long i = 0; i < handlers->count; i++) {
    const struct type *type = handlers->types[i].type;
    void *object = exception->object;
    if (IS_POINTER(exception->type)) {
      object = *(void **)object;
    }
    if (!type || catches(type, exception->type, &object)) {
      exception->adjusted = object;
      return handlers->types[i].number;
    }
  }
  return 0;
}

static _Noreturn void send(struct exception *exception) {
  uncaught++;
  const struct handlers *handlers;
  for (word level = 0; (handlers = __heddle_handlers(level)); level++) {
    if (handler_of(exception, handlers)) {
      if (handlers->always == 2) {
        __heddle_fail_with_type(
            "abort", "a function that is noexcept is left by an exception of type ",
            exception->type->name);
      }
      __heddle_throw(exception + 1);
    }
  }
  __heddle_fail_with_type("abort", "uncaught exception of type ", exception->type->name);
}

void __cxa_throw(void *object, const struct type *type, void (*destructor)(void *)) {
  struct exception *exception = __cxa_init_primary_exception(object, type, destructor);
  exception->references = 1;
  send(exception);
}

/* Called where an exception enters a function again: the number of the handler to go to, 0 for none. */
int __heddle_landing(void *thrown, const struct handlers *handlers) {
  struct exception *exception = (struct exception *)thrown - 1;
  long number = handler_of(exception, handlers);
  if (!number && !handlers->always) {
    __heddle_throw(thrown);
  }
  return number;
}

void *__cxa_get_exception_ptr(void *thrown) { return ((struct exception *)thrown - 1)->adjusted; }

void *__cxa_begin_catch(void *thrown) {
  struct exception *exception = (struct exception *)thrown - 1;
  exception->handlers = (exception->handlers < 0 ? -exception->handlers : exception->handlers) + 1;
  uncaught--;
  if (caught != exception) {
    exception->next = caught;
    caught = exception;
  }
  return exception->adjusted;
}

static void finish(struct exception *exception) {
  void *object = exception->object;
  if (object != exception + 1) {
    free(exception);
  }
  release(object);
}

void __cxa_end_catch(void) {
  struct exception *exception = caught;
  if (exception->handlers < 0) {
    if (++exception->handlers == 0) {
      caught = exception->next;
    }
  } else if (--exception->handlers == 0) {
    caught = exception->next;
    finish(exception);
  }
}

void __cxa_rethrow(void) {
  struct exception *exception = caught;
  if (!exception) {
    __heddle_fail("abort", "throw without an exception to throw again");
  }
  exception->handlers = -exception->handlers;
  send(exception);
}

int _ZSt19uncaught_exceptionsv(void) { return uncaught; }

_Bool _ZSt18uncaught_exceptionv(void) { return uncaught != 0; }

const struct type *__cxa_current_exception_type(void) { return caught ? caught->type : 0; }

/* ---- Exceptions in variables: std::exception_ptr is the address of the object -------------------- */

void **_ZSt17current_exceptionv(void **result) {
  *result = caught ? caught->object : 0;
  if (caught) {
    refer(caught->object);
  }
  return result;
}

void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(void **pointer) {
  struct exception *original = (struct exception *)*pointer - 1;
  struct exception *again = malloc(sizeof *again);
  __cxa_init_primary_exception(again + 1, original->type, 0);
  again->object = *pointer;
  again->adjusted = *pointer;
  refer(*pointer);
  send(again);
}

void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void **pointer) {
  if (*pointer) {
    refer(*pointer);
  }
}

void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void **pointer) {
  if (*pointer) {
    release(*pointer);
    *pointer = 0;
  }
}

void *_ZNKSt15__exception_ptr13exception_ptr6_M_getEv(void **pointer) { return *pointer; }

void _ZNSt15__exception_ptr13exception_ptrC1EPv(void **pointer, void *object) {
  *pointer = object;
  if (object) {
    refer(object);
  }
}

void _ZNSt15__exception_ptr13exception_ptrC2EPv(void **pointer, void *object) {
  _ZNSt15__exception_ptr13exception_ptrC1EPv(pointer, object);
}

void _ZNSt15__exception_ptr13exception_ptrC1ERKS0_(void **pointer, void **that) {
  _ZNSt15__exception_ptr13exception_ptrC1EPv(pointer, *that);
}

void _ZNSt15__exception_ptr13exception_ptrD1Ev(void **pointer) {
  if (*pointer) {
    release(*pointer);
  }
}

const struct type *_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv(void **pointer) {
  return *pointer ? ((struct exception *)*pointer - 1)->type : 0;
}

/* ---- Ends ---------------------------------------------------------------------------------------- */

void *_ZSt13set_terminatePFvvE(void (*handler)(void)) {
  void *before = (void *)terminate_handler;
  terminate_handler = handler;
  return before;
}

void *_ZSt13get_terminatev(void) { return (void *)terminate_handler; }

void _ZSt9terminatev(void) {
  if (terminate_handler) {
    terminate_handler();
  }
  if (caught) {
    __heddle_fail_with_type(
        "abort", "std::terminate() is called for an exception of type ", caught->type->name);
  }
  __heddle_fail("abort", "std::terminate()");
}

void __cxa_call_unexpected(void *thrown) {
  __heddle_fail_with_type(
      "abort", "a function that throws nothing is left by an exception of type ",
      ((struct exception *)thrown - 1)->type->name);
}

void __cxa_call_terminate(void *thrown) { _ZSt9terminatev(); }
