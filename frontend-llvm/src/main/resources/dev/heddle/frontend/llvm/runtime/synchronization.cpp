// Threads, condition variables, futures and clocks: what libstdc++ has in its shared library.
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#if __has_include(<memory_resource>)
#include <memory_resource>
#endif

#include "runtime.h"

namespace std {

// ---- Threads -------------------------------------------------------------------------------------

thread::_State::~_State() {}

static void *run(void *state) {
  thread::_State_ptr own(static_cast<thread::_State *>(state));
  own->_M_run();
  return nullptr;
}

void thread::_M_start_thread(_State_ptr state, void (*)()) {
  pthread_create(&_M_id._M_thread, nullptr, run, state.get());
  state.release();
}

void thread::join() {
  if (_M_id == id()) {
    __throw_system_error(EINVAL);
  }
  if (_M_id._M_thread == pthread_self()) {
    __throw_system_error(EDEADLK);
  }
  pthread_join(_M_id._M_thread, nullptr);
  _M_id = id();
}

void thread::detach() {
  if (_M_id == id()) {
    __throw_system_error(EINVAL);
  }
  pthread_detach(_M_id._M_thread);
  _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept { return 2; }

namespace this_thread {
void __sleep_for(chrono::seconds, chrono::nanoseconds) {}
}

// ---- Condition variables -------------------------------------------------------------------------

condition_variable::condition_variable() noexcept {}
condition_variable::~condition_variable() noexcept {}
void condition_variable::wait(unique_lock<mutex> &lock) { _M_cond.wait(*lock.mutex()); }
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }

// ---- Once ----------------------------------------------------------------------------------------

__thread void *__once_callable;
__thread void (*__once_call)();
extern "C" __thread pthread_once_t *__heddle_current_once;

extern "C" void __once_proxy() {
  pthread_once_t *state = __heddle_current_once;
  try {
    __once_call();
  } catch (...) {
    __atomic_store_n(state, 0, __ATOMIC_RELEASE);
    throw;
  }
}

// ---- Futures -------------------------------------------------------------------------------------

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

bool __atomic_futex_unsigned_base::_M_futex_wait_until(
    unsigned *place, unsigned value, bool limited, chrono::seconds, chrono::nanoseconds) {
  if (limited) {
    return __atomic_load_n(place, __ATOMIC_RELAXED) != value;
  }
  __heddle_await(place, 4, 0xffffffff, "ne", value, "", 0, "a future");
  return true;
}

#if _GLIBCXX_RELEASE >= 11
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(
    unsigned *place, unsigned value, bool limited, chrono::seconds s, chrono::nanoseconds n) {
  return _M_futex_wait_until(place, value, limited, s, n);
}
#endif

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {}

// ---- Clocks --------------------------------------------------------------------------------------

namespace chrono {
inline namespace _V2 {
system_clock::time_point system_clock::now() noexcept {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time_point(seconds(time.tv_sec) + nanoseconds(time.tv_nsec));
}

steady_clock::time_point steady_clock::now() noexcept {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time_point(seconds(time.tv_sec) + nanoseconds(time.tv_nsec));
}
}
}

// ---- Random numbers from outside, which are always the same --------------------------------------

void random_device::_M_init(const string &) {}
void random_device::_M_init_pretr1(const string &) {}
void random_device::_M_fini() {}
random_device::result_type random_device::_M_getval() { return rand(); }
random_device::result_type random_device::_M_getval_pretr1() { return rand(); }
double random_device::_M_getentropy() const noexcept { return 0; }

// ---- Shared pointers -----------------------------------------------------------------------------

bool _Sp_make_shared_tag::_S_eq(const type_info &type) noexcept {
  return type == typeid(_Sp_make_shared_tag);
}

// The lock of atomic operations on shared pointers: one for all.
static mutex pointers;
_Sp_locker::_Sp_locker(const void *) noexcept { pointers.lock(); }
_Sp_locker::_Sp_locker(const void *, const void *) noexcept { pointers.lock(); }
_Sp_locker::~_Sp_locker() { pointers.unlock(); }
}
