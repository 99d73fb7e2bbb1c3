// Streams to write to. What goes to standard output and standard error is captured.
#include "streams.h"

#include "runtime.h"

namespace std {

// ---- Locales, of which there is one ----------------------------------------------------------------

locale::locale() noexcept : _M_impl(nullptr) {}
locale::locale(const locale &) noexcept : _M_impl(nullptr) {}
locale::~locale() noexcept {}
const locale &locale::operator=(const locale &) noexcept { return *this; }
bool locale::operator==(const locale &) const noexcept { return true; }

template <>
void basic_ios<char>::_M_cache_locale(const locale &) {
  _M_ctype = nullptr;
  _M_num_put = nullptr;
  _M_num_get = nullptr;
}
template <>
char basic_ios<char>::widen(char character) const {
  return character;
}
template <>
char basic_ios<char>::narrow(char character, char) const {
  return character;
}

// ---- The state of streams --------------------------------------------------------------------------

ios_base::ios_base() noexcept
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(),
      _M_callbacks(nullptr), _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word) {}
ios_base::~ios_base() {}
void ios_base::_M_init() noexcept {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
}
void ios_base::_M_call_callbacks(event) noexcept {}
void ios_base::_M_dispose_callbacks() noexcept {}
void ios_base::register_callback(event_callback, int) {
  __heddle_unsupported("callbacks of streams are not modelled");
}
ios_base::_Words &ios_base::_M_grow_words(int, bool) {
  __heddle_unsupported("storage in streams is not modelled");
}
locale ios_base::imbue(const locale &) noexcept { return locale(); }
bool ios_base::sync_with_stdio(bool) { return true; }

void __throw_ios_failure(const char *text) { __throw_runtime_error(text); }
void __throw_ios_failure(const char *text, int) { __throw_runtime_error(text); }

// ---- Standard output and error ---------------------------------------------------------------------

namespace {
struct standard_output final : streambuf {
  int overflow(int character) override {
    if (character != traits_type::eof()) {
      __heddle_print(character);
    }
    return traits_type::not_eof(character);
  }
  streamsize xsputn(const char *text, streamsize size) override {
    for (streamsize i = 0; i < size; i++) {
      __heddle_print(text[i]);
    }
    return size;
  }
};

alignas(standard_output) char buffer[sizeof(standard_output)];
bool initialized;
}

extern char cout_[sizeof(ostream)] __asm__("_ZSt4cout");
extern char cerr_[sizeof(ostream)] __asm__("_ZSt4cerr");
extern char clog_[sizeof(ostream)] __asm__("_ZSt4clog");
extern char cin_[sizeof(istream)] __asm__("_ZSt3cin");
alignas(istream) char cin_[sizeof(istream)];
alignas(ostream) char cout_[sizeof(ostream)];
alignas(ostream) char cerr_[sizeof(ostream)];
alignas(ostream) char clog_[sizeof(ostream)];

ios_base::Init::Init() {
  if (!initialized) {
    initialized = true;
    streambuf *out = new (buffer) standard_output;
    new (cout_) ostream(out);
    new (cerr_) ostream(out);
    new (clog_) ostream(out);
    new (cin_) istream(nullptr); // what it reads from comes when somebody reads
  }
}
ios_base::Init::~Init() {}
}

void __heddle_put(std::ostream &out, char character) {
  if (&out == reinterpret_cast<std::ostream *>(std::cout_) ||
      &out == reinterpret_cast<std::ostream *>(std::cerr_) ||
      &out == reinterpret_cast<std::ostream *>(std::clog_)) {
    __heddle_print(character);
  } else {
    out.rdbuf()->sputc(character);
  }
}

namespace std {

// ---- Text ------------------------------------------------------------------------------------------

/* Several threads may write to a stream; those that leave its state as it is do not disturb others. */
static streamsize taken_width(ostream &out) {
  streamsize width = out.width();
  if (width) {
    out.width(0);
  }
  return width;
}

static void pad(ostream &out, streamsize count) {
  for (; count > 0; count--) {
    __heddle_put(out, out.fill());
  }
}

template <>
ostream &__ostream_insert(ostream &out, const char *text, streamsize size) {
  streamsize width = taken_width(out);
  bool is_left = (out.flags() & ios_base::adjustfield) == ios_base::left;
  if (!is_left) {
    pad(out, width - size);
  }
  for (streamsize i = 0; i < size; i++) {
    __heddle_put(out, text[i]);
  }
  if (is_left) {
    pad(out, width - size);
  }
  return out;
}

// ---- Numbers ---------------------------------------------------------------------------------------

struct number_form {
  unsigned long magnitude;
  bool is_negative, is_signed;
};

static ostream &insert(ostream &out, number_form number) {
  ios_base::fmtflags flags = out.flags();
  unsigned base = flags & ios_base::hex ? 16 : flags & ios_base::oct ? 8 : 10;
  const char *letters = flags & ios_base::uppercase ? "0123456789ABCDEFX" : "0123456789abcdefx";
  unsigned long divisor = 1;
  int digits = 1;
  while (number.magnitude / divisor >= base) {
    divisor *= base;
    digits++;
  }
  bool has_prefix = (flags & ios_base::showbase) && base != 10 && number.magnitude;
  char sign = number.is_negative ? '-'
              : (flags & ios_base::showpos) && base == 10 && number.is_signed ? '+' : 0;
  int before = (sign != 0) + (has_prefix ? base == 16 ? 2 : 1 : 0);
  streamsize missing = taken_width(out) - digits - before;
  ios_base::fmtflags side = flags & ios_base::adjustfield;
  if (side != ios_base::left && side != ios_base::internal) {
    pad(out, missing);
  }
  if (sign) {
    __heddle_put(out, sign);
  }
  if (has_prefix) {
    __heddle_put(out, '0');
    if (base == 16) {
      __heddle_put(out, letters[16]);
    }
  }
  if (side == ios_base::internal) {
    pad(out, missing);
  }
  for (; divisor; divisor /= base) {
    __heddle_put(out, letters[number.magnitude / divisor % base]);
  }
  if (side == ios_base::left) {
    pad(out, missing);
  }
  return out;
}

/* Below 0 only decimal numbers have a sign. */
static ostream &insert_signed(ostream &out, long value) {
  bool is_decimal = !(out.flags() & (ios_base::hex | ios_base::oct));
  unsigned long bits = value;
  return insert(
      out, value < 0 && is_decimal ? number_form{-bits, true, true} : number_form{bits, false, true});
}

INSERT(long __v) { return insert_signed(*this, __v); }
INSERT(long long __v) { return insert_signed(*this, __v); }
INSERT(unsigned long __v) { return insert(*this, {__v, false, false}); }
INSERT(unsigned long long __v) { return insert(*this, {__v, false, false}); }
INSERT(bool __v) {
  if (flags() & ios_base::boolalpha) {
    return __v ? __ostream_insert(*this, "true", 4) : __ostream_insert(*this, "false", 5);
  }
  return insert(*this, {__v, false, true});
}
INSERT(const void *__v) {
  unsigned long bits = reinterpret_cast<unsigned long>(__v);
  if (!bits) {
    return __ostream_insert(*this, "0", 1);
  }
  __heddle_put(*this, '0');
  __heddle_put(*this, 'x');
  int shift = 60;
  while (shift > 0 && !(bits >> shift)) {
    shift -= 4;
  }
  for (; shift >= 0; shift -= 4) {
    __heddle_put(*this, "0123456789abcdef"[bits >> shift & 15]);
  }
  return *this;
}
INSERT(double __v) {
  ios_base::fmtflags form = flags() & ios_base::floatfield;
  int conversion = form == ios_base::fixed ? 'f' : form == ios_base::scientific ? 'e' : 'g';
  int shape = flags() & ios_base::showpoint ? 1 : 0;
  double magnitude = __v < 0 ? -__v : __v;
  int size = __v < 0;
  while (__heddle_digit(magnitude, conversion, precision(), shape, size - (__v < 0)) >= 0) {
    size++;
  }
  bool is_left = (flags() & ios_base::adjustfield) == ios_base::left;
  streamsize missing = taken_width(*this) - size;
  if (!is_left) {
    pad(*this, missing);
  }
  if (__v < 0) {
    __heddle_put(*this, '-');
  }
  for (int i = 0, digit; (digit = __heddle_digit(magnitude, conversion, precision(), shape, i)) >= 0; i++) {
    __heddle_put(*this, digit);
  }
  if (is_left) {
    pad(*this, missing);
  }
  return *this;
}
INSERT(long double __v) { return _M_insert(static_cast<double>(__v)); }

template class basic_streambuf<char>;
template class basic_ios<char>;
template class basic_ostream<char>;
template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template ostream &operator<<(ostream &, _Setfill<char>);
template ostream &operator<<(ostream &, _Setiosflags);
template ostream &operator<<(ostream &, _Resetiosflags);
template ostream &operator<<(ostream &, _Setbase);
template ostream &operator<<(ostream &, _Setprecision);
template ostream &operator<<(ostream &, _Setw);
template ostream &operator<<(ostream &, const string &);
}
