/* Waiting at atomic objects as Heddle models it: without spinning first, and whatever the size of the
   object. It takes the place of the library's own header, whose interface to the others it has. */
#pragma GCC system_header
#if !defined(_GLIBCXX_RELEASE) || _GLIBCXX_RELEASE > 14
#include_next <bits/atomic_wait.h>
#elif !defined(_GLIBCXX_ATOMIC_WAIT_H)
#define _GLIBCXX_ATOMIC_WAIT_H 1

#include <bits/c++config.h>
#if defined _GLIBCXX_HAS_GTHREADS || _GLIBCXX_HAVE_LINUX_FUTEX
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <ext/numeric_traits.h>
#if _GLIBCXX_RELEASE >= 12
#include <bits/std_mutex.h>
#else
#include <bits/unique_lock.h>
#include <bits/std_mutex.h>
#endif
#include <cerrno>
#include <climits>
#include <type_traits>

#define __cpp_lib_atomic_wait 201907L
#define __glibcxx_atomic_wait 201907L

extern "C" {
void __heddle_queue_lock(const void *) noexcept;
void __heddle_queue_unlock(const void *) noexcept;
void __heddle_queue_wait(const void *) noexcept;
void __heddle_queue_wake(const void *, int) noexcept;
}

namespace std {
namespace __detail {
#define _GLIBCXX_HAVE_PLATFORM_WAIT 1
using __platform_wait_t = int;
inline constexpr size_t __platform_wait_alignment = 4;

inline void __thread_yield() noexcept {}
inline void __thread_relax() noexcept {}

struct __default_spin_policy {
  bool operator()() const noexcept { return false; }
};

template <typename _Pred, typename _Spin = __default_spin_policy>
bool __atomic_spin(_Pred &__pred, _Spin = _Spin{}) noexcept {
  return __pred();
}

template <typename _Tp>
bool __atomic_compare(const _Tp &__a, const _Tp &__b) {
  // Bytes would be accesses of another size than those that wrote them.
  if constexpr (sizeof(_Tp) == 1) {
    return __builtin_bit_cast(unsigned char, __a) == __builtin_bit_cast(unsigned char, __b);
  } else if constexpr (sizeof(_Tp) == 2) {
    return __builtin_bit_cast(unsigned short, __a) == __builtin_bit_cast(unsigned short, __b);
  } else if constexpr (sizeof(_Tp) == 4) {
    return __builtin_bit_cast(unsigned, __a) == __builtin_bit_cast(unsigned, __b);
  } else if constexpr (sizeof(_Tp) == 8) {
    return __builtin_bit_cast(unsigned long, __a) == __builtin_bit_cast(unsigned long, __b);
  } else {
    return __builtin_memcmp(&__a, &__b, sizeof(_Tp)) == 0;
  }
}

template <typename _Pred>
void __wait(const void *__address, _Pred __pred) noexcept {
  while (!__pred()) {
    __heddle_queue_lock(__address);
    if (__pred()) {
      __heddle_queue_unlock(__address);
      return;
    }
    __heddle_queue_wait(__address);
  }
}
}

template <typename _Tp>
inline constexpr bool __platform_wait_uses_type = is_scalar_v<_Tp> && sizeof(_Tp) == 4;

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp *__address, _Tp __old, _ValFn __value) noexcept {
  __detail::__wait(
      __address, [&]() noexcept { return !__detail::__atomic_compare(__old, __value()); });
}

template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp *__address, _Pred __pred) noexcept {
  __detail::__wait(__address, __pred);
}

template <typename _Pred>
void __atomic_wait_address_bare(
    const __detail::__platform_wait_t *__address, _Pred __pred) noexcept {
  __detail::__wait(__address, __pred);
}

template <typename _Tp>
void __atomic_notify_address(const _Tp *__address, bool __all) noexcept {
  __heddle_queue_wake(__address, __all ? INT_MAX : 1);
}

inline void __atomic_notify_address_bare(
    const __detail::__platform_wait_t *__address, bool __all) noexcept {
  __heddle_queue_wake(__address, __all ? INT_MAX : 1);
}
}
#endif
#endif
