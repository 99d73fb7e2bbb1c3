// The exceptions of libstdc++, and the functions by which its headers throw them.
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>

#include "runtime.h"

namespace std {

// ---- Messages, of which each exception has a copy --------------------------------------------------

#if _GLIBCXX_USE_DUAL_ABI && _GLIBCXX_USE_CXX11_ABI
static const char *copied(const char *text, size_t size) {
  char *copy = static_cast<char *>(malloc(size + 1));
  memcpy(copy, text, size);
  copy[size] = 0;
  return copy;
}

__cow_string::__cow_string() : _M_p(nullptr) {}
__cow_string::__cow_string(const string &text) : _M_p(copied(text.data(), text.size())) {}
__cow_string::__cow_string(const char *text, size_t size) : _M_p(copied(text, size)) {}
__cow_string::__cow_string(const __cow_string &that) noexcept
    : _M_p(that._M_p ? copied(that._M_p, strlen(that._M_p)) : nullptr) {}
__cow_string &__cow_string::operator=(const __cow_string &that) noexcept {
  if (this != &that) {
    free(const_cast<char *>(_M_p));
    _M_p = that._M_p ? copied(that._M_p, strlen(that._M_p)) : nullptr;
  }
  return *this;
}
__cow_string::__cow_string(__cow_string &&that) noexcept : _M_p(that._M_p) { that._M_p = nullptr; }
__cow_string &__cow_string::operator=(__cow_string &&that) noexcept {
  const char *own = _M_p;
  _M_p = that._M_p;
  that._M_p = own;
  return *this;
}
__cow_string::~__cow_string() { free(const_cast<char *>(_M_p)); }

logic_error::logic_error(const char *text) : _M_msg(text, strlen(text)) {}
runtime_error::runtime_error(const char *text) : _M_msg(text, strlen(text)) {}
const char *logic_error::what() const noexcept { return _M_msg._M_p ? _M_msg._M_p : ""; }
const char *runtime_error::what() const noexcept { return _M_msg._M_p ? _M_msg._M_p : ""; }
#else
logic_error::logic_error(const char *text) : _M_msg(text) {}
runtime_error::runtime_error(const char *text) : _M_msg(text) {}
const char *logic_error::what() const noexcept { return _M_msg.c_str(); }
const char *runtime_error::what() const noexcept { return _M_msg.c_str(); }
#endif

// ---- Classes -------------------------------------------------------------------------------------

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
nested_exception::~nested_exception() noexcept {}
type_info::~type_info() {}

#define COPIED(type)                                                   \
  type::type(const type &that) noexcept : exception(that), _M_msg(that._M_msg) {} \
  type &type::operator=(const type &that) noexcept {                   \
    _M_msg = that._M_msg;                                              \
    return *this;                                                      \
  }                                                                    \
  type::type(type &&that) noexcept : exception(that), _M_msg(std::move(that._M_msg)) {} \
  type &type::operator=(type &&that) noexcept {                        \
    _M_msg = std::move(that._M_msg);                                   \
    return *this;                                                      \
  }

logic_error::logic_error(const string &text) : _M_msg(text) {}
logic_error::~logic_error() noexcept {}
runtime_error::runtime_error(const string &text) : _M_msg(text) {}
runtime_error::~runtime_error() noexcept {}
#if _GLIBCXX_USE_CXX11_ABI
COPIED(logic_error)
COPIED(runtime_error)
#endif

#define ERROR(type, base)                              \
  type::type(const string &text) : base(text) {}       \
  type::type(const char *text) : base(text) {}         \
  type::~type() noexcept {}
ERROR(domain_error, logic_error)
ERROR(invalid_argument, logic_error)
ERROR(length_error, logic_error)
ERROR(out_of_range, logic_error)
ERROR(range_error, runtime_error)
ERROR(overflow_error, runtime_error)
ERROR(underflow_error, runtime_error)

// ---- Error codes ---------------------------------------------------------------------------------

system_error::~system_error() noexcept {}
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }

inline namespace _V2 {
error_category::~error_category() {}
error_condition error_category::default_error_condition(int code) const noexcept {
  return error_condition(code, *this);
}
bool error_category::equivalent(int code, const error_condition &condition) const noexcept {
  return default_error_condition(code) == condition;
}
bool error_category::equivalent(const error_code &code, int condition) const noexcept {
  return *this == code.category() && code.value() == condition;
}
#if _GLIBCXX_USE_DUAL_ABI && _GLIBCXX_USE_CXX11_ABI
__cow_string error_category::_M_message(int code) const { return __cow_string(message(code)); }
#endif
}

namespace {
struct numbered_category final : error_category {
  const char *title;
  constexpr explicit numbered_category(const char *text) : title(text) {}
  const char *name() const noexcept override { return title; }
  string message(int code) const override {
    char digits[16];
    int at = 15;
    digits[at] = 0;
    unsigned number = code < 0 ? 0u - code : code;
    do {
      digits[--at] = '0' + number % 10;
      number /= 10;
    } while (number);
    return string("error ") + (code < 0 ? "-" : "") + (digits + at);
  }
};

struct future_errors final : error_category {
  constexpr future_errors() {}
  const char *name() const noexcept override { return "future"; }
  string message(int code) const override {
    switch (static_cast<future_errc>(code)) {
      case future_errc::promise_already_satisfied:
        return "Promise already satisfied";
      case future_errc::no_state:
        return "No associated state";
      case future_errc::broken_promise:
        return "Broken promise";
      case future_errc::future_already_retrieved:
        return "Future already retrieved";
      default:
        return "Unknown error";
    }
  }
};

// Without a destructor, which would have to be called at the end of the program.
template <class T>
union constant {
  T value;
  template <class... A>
  constexpr constant(A... arguments) : value(arguments...) {}
  ~constant() {}
};

constinit constant<numbered_category> generic("generic");
constinit constant<numbered_category> system_("system");
constinit constant<future_errors> futures;
}

inline namespace _V2 {
const error_category &generic_category() noexcept { return generic.value; }
const error_category &system_category() noexcept { return system_.value; }
}
const error_category &future_category() noexcept { return futures.value; }

// ---- Functions that throw ------------------------------------------------------------------------

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_domain_error(const char *text) { throw domain_error(text); }
void __throw_invalid_argument(const char *text) { throw invalid_argument(text); }
void __throw_length_error(const char *text) { throw length_error(text); }
void __throw_out_of_range(const char *text) { throw out_of_range(text); }
void __throw_out_of_range_fmt(const char *text, ...) { throw out_of_range(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_range_error(const char *text) { throw range_error(text); }
void __throw_overflow_error(const char *text) { throw overflow_error(text); }
void __throw_underflow_error(const char *text) { throw underflow_error(text); }
void __throw_system_error(int code) { throw system_error(error_code(code, generic_category())); }
void __throw_future_error(int code) {
  throw future_error(make_error_code(static_cast<future_errc>(code)));
}
void __throw_bad_function_call() { throw bad_function_call(); }

void __glibcxx_assert_fail(const char *, int, const char *, const char *) noexcept {
  __heddle_fail("abort", "an assertion of the C++ library fails");
}
}

extern "C" {
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
