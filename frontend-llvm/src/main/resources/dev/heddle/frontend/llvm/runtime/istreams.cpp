// Streams to read from: standard input, which --stdin gives.
#include "streams.h"

#include <cstdio>
#include <string>

#include "runtime.h"

namespace std {
namespace {
struct standard_input final : streambuf {
  int next = -2;
  int underflow() override {
    if (next == -2) {
      next = getchar();
    }
    return next;
  }
  int uflow() override {
    int character = underflow();
    next = -2;
    return character;
  }
};

alignas(standard_input) char buffer[sizeof(standard_input)];

bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
}

extern char cin_[sizeof(istream)] __asm__("_ZSt3cin");

template <>
basic_istream<char>::sentry::sentry(istream &in, bool keeps_space) : _M_ok(false) {
  // Standard input comes to life when it is first read from.
  if (&in == reinterpret_cast<istream *>(cin_) && !in.rdbuf()) {
    in.rdbuf(new (buffer) standard_input);
    in.clear();
  }
  if (in.good() && !keeps_space && (in.flags() & ios_base::skipws)) {
    while (is_space(in.rdbuf()->sgetc())) {
      in.rdbuf()->sbumpc();
    }
  }
  if (in.good() && in.rdbuf()->sgetc() != char_traits<char>::eof()) {
    _M_ok = true;
  } else {
    in.setstate(ios_base::failbit | (in.good() ? ios_base::eofbit : ios_base::goodbit));
  }
}

static bool extract(istream &in, bool &negative, unsigned long &magnitude) {
  streambuf *from = in.rdbuf();
  int c = from->sgetc();
  negative = c == '-';
  if (c == '-' || c == '+') {
    c = from->snextc();
  }
  bool any = false;
  for (magnitude = 0; c >= '0' && c <= '9'; c = from->snextc()) {
    magnitude = magnitude * 10 + (c - '0');
    any = true;
  }
  if (c == char_traits<char>::eof()) {
    in.setstate(ios_base::eofbit);
  }
  if (!any) {
    in.setstate(ios_base::failbit);
  }
  return any;
}

template <class T>
static void read_number(istream &in, T &value) {
  istream::sentry ready(in, false);
  bool negative;
  unsigned long magnitude;
  if (ready) {
    value = extract(in, negative, magnitude) ? (T)(negative ? -magnitude : magnitude) : T();
  }
}

template <class T>
static void read_real(istream &in, T &value) {
  istream::sentry ready(in, false);
  bool negative;
  unsigned long magnitude;
  if (ready && extract(in, negative, magnitude)) {
    double number = magnitude, unit = 1;
    if (in.rdbuf()->sgetc() == '.') {
      for (int c = in.rdbuf()->snextc(); c >= '0' && c <= '9'; c = in.rdbuf()->snextc()) {
        number += (c - '0') * (unit /= 10);
      }
    }
    value = negative ? -number : number;
  }
}

#define READ(type)           \
  EXTRACT(type) {            \
    read_number(*this, value);      \
    return *this;            \
  }
#undef EXTRACT
#define EXTRACT(type) \
  template <>         \
  template <>         \
  istream &istream::_M_extract(type &value)
READ(bool)
READ(unsigned short)
READ(unsigned int)
READ(long)
READ(unsigned long)
READ(long long)
READ(unsigned long long)
EXTRACT(float) {
  read_real(*this, value);
  return *this;
}
EXTRACT(double) {
  read_real(*this, value);
  return *this;
}
EXTRACT(long double) {
  read_real(*this, value);
  return *this;
}
EXTRACT(void *) { __heddle_unsupported("reading addresses from streams is not modelled"); }

template <>
istream &istream::operator>>(int &value) {
  read_number(*this, value);
  return *this;
}
template <>
istream &istream::operator>>(short &value) {
  read_number(*this, value);
  return *this;
}

template <>
istream &operator>>(istream &in, string &text) {
  istream::sentry ready(in, false);
  if (ready) {
    text.erase();
    int c = in.rdbuf()->sgetc();
    while (c != char_traits<char>::eof() && !is_space(c)) {
      text += (char)c;
      c = in.rdbuf()->snextc();
    }
    if (c == char_traits<char>::eof()) {
      in.setstate(ios_base::eofbit);
    }
  }
  return in;
}

template <>
istream &getline(istream &in, string &text, char end) {
  istream::sentry ready(in, true);
  if (ready) {
    text.erase();
    int c;
    while ((c = in.rdbuf()->sbumpc()) != char_traits<char>::eof() && c != (unsigned char)end) {
      text += (char)c;
    }
    if (c == char_traits<char>::eof()) {
      in.setstate(ios_base::eofbit);
    }
  }
  return in;
}

template <>
istream &istream::getline(char *text, streamsize size, char end) {
  sentry ready(*this, true);
  _M_gcount = 0;
  int c = char_traits<char>::eof();
  while (ready && _M_gcount + 1 < size && (c = rdbuf()->sbumpc()) != char_traits<char>::eof() &&
         c != (unsigned char)end) {
    text[_M_gcount++] = c;
  }
  if (size > 0) {
    text[_M_gcount] = 0;
  }
  return *this;
}

template <>
istream &istream::ignore(streamsize count) {
  while (count-- > 0 && rdbuf()->sbumpc() != char_traits<char>::eof()) {
  }
  return *this;
}
template <>
istream &istream::ignore(streamsize count, int_type end) {
  int c = 0;
  while (count-- > 0 && c != end && c != char_traits<char>::eof()) {
    c = rdbuf()->sbumpc();
  }
  return *this;
}

template istream &operator>>(istream &, char &);
template istream &getline(istream &, string &);
}
