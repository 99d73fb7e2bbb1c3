/* The compiler's header, but as other compilers have it: operations also take plain objects, as in
   atomic_load(&count) with an int. */
#include_next <stdatomic.h>

#if !defined(HEDDLE_STDATOMIC_H) && !defined(__cplusplus)
#define HEDDLE_STDATOMIC_H

#define __heddle_atomic(object) ((_Atomic(__typeof_unqual__(*(object))) *)(object))

#undef atomic_init
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_load
#undef atomic_load_explicit
#undef atomic_exchange
#undef atomic_exchange_explicit
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak
#undef atomic_compare_exchange_weak_explicit
#undef atomic_fetch_add
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or
#undef atomic_fetch_or_explicit
#undef atomic_fetch_xor
#undef atomic_fetch_xor_explicit
#undef atomic_fetch_and
#undef atomic_fetch_and_explicit

#define atomic_init(object, ...) __c11_atomic_init(__heddle_atomic(object), __VA_ARGS__)

#define atomic_store_explicit(object, ...) \
  __c11_atomic_store(__heddle_atomic(object), __VA_ARGS__)
#define atomic_load_explicit(object, order) __c11_atomic_load(__heddle_atomic(object), order)
#define atomic_exchange_explicit(object, ...) \
  __c11_atomic_exchange(__heddle_atomic(object), __VA_ARGS__)
#define atomic_compare_exchange_strong_explicit(object, ...) \
  __c11_atomic_compare_exchange_strong(__heddle_atomic(object), __VA_ARGS__)
#define atomic_compare_exchange_weak_explicit(object, ...) \
  __c11_atomic_compare_exchange_weak(__heddle_atomic(object), __VA_ARGS__)
#define atomic_fetch_add_explicit(object, ...) \
  __c11_atomic_fetch_add(__heddle_atomic(object), __VA_ARGS__)
#define atomic_fetch_sub_explicit(object, ...) \
  __c11_atomic_fetch_sub(__heddle_atomic(object), __VA_ARGS__)
#define atomic_fetch_or_explicit(object, ...) \
  __c11_atomic_fetch_or(__heddle_atomic(object), __VA_ARGS__)
#define atomic_fetch_xor_explicit(object, ...) \
  __c11_atomic_fetch_xor(__heddle_atomic(object), __VA_ARGS__)
#define atomic_fetch_and_explicit(object, ...) \
  __c11_atomic_fetch_and(__heddle_atomic(object), __VA_ARGS__)

#define atomic_store(object, ...) atomic_store_explicit(object, __VA_ARGS__, __ATOMIC_SEQ_CST)
#define atomic_load(object) atomic_load_explicit(object, __ATOMIC_SEQ_CST)
#define atomic_exchange(object, ...) \
  atomic_exchange_explicit(object, __VA_ARGS__, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong(object, ...) \
  atomic_compare_exchange_strong_explicit( \
      object, __VA_ARGS__, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak(object, ...) \
  atomic_compare_exchange_weak_explicit(object, __VA_ARGS__, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_fetch_add(object, ...) \
  atomic_fetch_add_explicit(object, __VA_ARGS__, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub(object, ...) \
  atomic_fetch_sub_explicit(object, __VA_ARGS__, __ATOMIC_SEQ_CST)
#define atomic_fetch_or(object, ...) \
  atomic_fetch_or_explicit(object, __VA_ARGS__, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor(object, ...) \
  atomic_fetch_xor_explicit(object, __VA_ARGS__, __ATOMIC_SEQ_CST)
#define atomic_fetch_and(object, ...) \
  atomic_fetch_and_explicit(object, __VA_ARGS__, __ATOMIC_SEQ_CST)
#endif
