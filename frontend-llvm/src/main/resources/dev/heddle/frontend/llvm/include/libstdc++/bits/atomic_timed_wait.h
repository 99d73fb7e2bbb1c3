/* Waiting at atomic objects for a time, which may be over at any moment: in place of the library's own
   header. */
#pragma GCC system_header
#if !defined(_GLIBCXX_RELEASE) || _GLIBCXX_RELEASE > 14
#include_next <bits/atomic_timed_wait.h>
#elif !defined(_GLIBCXX_ATOMIC_TIMED_WAIT_H)
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1

#include <bits/atomic_wait.h>
#if __cpp_lib_atomic_wait
#include <bits/chrono.h>

namespace std {
template <typename _Tp, typename _ValFn, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_v(
    const _Tp *, _Tp &&__old, _ValFn &&__value,
    const chrono::time_point<_Clock, _Dur> &) noexcept {
  return !__detail::__atomic_compare(__old, __value());
}

template <typename _Tp, typename _ValFn, typename _Rep, typename _Period>
bool __atomic_wait_address_for_v(
    const _Tp *, _Tp &&__old, _ValFn &&__value,
    const chrono::duration<_Rep, _Period> &) noexcept {
  return !__detail::__atomic_compare(__old, __value());
}

template <typename _Tp, typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until(
    const _Tp *, _Pred __pred, const chrono::time_point<_Clock, _Dur> &) noexcept {
  return __pred();
}

template <typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_bare(
    const __detail::__platform_wait_t *, _Pred __pred,
    const chrono::time_point<_Clock, _Dur> &) noexcept {
  return __pred();
}

template <typename _Tp, typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for(
    const _Tp *, _Pred __pred, const chrono::duration<_Rep, _Period> &) noexcept {
  return __pred();
}

template <typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for_bare(
    const __detail::__platform_wait_t *, _Pred __pred,
    const chrono::duration<_Rep, _Period> &) noexcept {
  return __pred();
}
}
#endif
#endif
