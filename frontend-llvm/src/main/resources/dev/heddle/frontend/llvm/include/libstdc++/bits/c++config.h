/* The library's own configuration, but with strings compiled as part of the program, as other
   templates are: the instances that a shared library would have are not there. Streams are modelled.
   As under a sanitizer, each counter of a shared pointer is accessed by itself, not two as one. */
#ifndef HEDDLE_CPP_CONFIG_H
#define HEDDLE_CPP_CONFIG_H
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#undef _GLIBCXX_TSAN
#define _GLIBCXX_TSAN 1
#endif
