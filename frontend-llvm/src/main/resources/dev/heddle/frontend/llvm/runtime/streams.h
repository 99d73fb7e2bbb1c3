// The templates of libstdc++'s streams, of which instances are made here: without locales, in which
// numbers and characters could have other forms.
#ifndef HEDDLE_STREAMS_H
#define HEDDLE_STREAMS_H
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include <iomanip>
#include <istream>
#include <ostream>
#include <streambuf>
#include <string>

namespace std {
template <>
void basic_ios<char>::_M_cache_locale(const locale &);
template <>
char basic_ios<char>::widen(char) const;
template <>
char basic_ios<char>::narrow(char, char) const;
template <>
ostream &__ostream_insert(ostream &, const char *, streamsize);
template <>
basic_istream<char>::sentry::sentry(istream &, bool);

#define INSERT(type)  \
  template <>         \
  template <>         \
  ostream &ostream::_M_insert(type)
INSERT(bool);
INSERT(long);
INSERT(unsigned long);
INSERT(long long);
INSERT(unsigned long long);
INSERT(double);
INSERT(long double);
INSERT(const void *);

#define EXTRACT(type) \
  template <>         \
  template <>         \
  istream &istream::_M_extract(type &)
template <>
istream &istream::operator>>(int &);
template <>
istream &istream::operator>>(short &);
template <>
istream &operator>>(istream &, std::string &);
EXTRACT(bool);
EXTRACT(unsigned short);
EXTRACT(unsigned int);
EXTRACT(long);
EXTRACT(unsigned long);
EXTRACT(long long);
EXTRACT(unsigned long long);
EXTRACT(float);
EXTRACT(double);
EXTRACT(long double);
EXTRACT(void *);
}

/* Prints a character, or puts it into a stream of the program's own. */
void __heddle_put(std::ostream &out, char character);
#endif
