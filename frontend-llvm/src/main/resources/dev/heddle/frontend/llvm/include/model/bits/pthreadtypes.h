/* Takes the place of a header that glibc's others include. */
#ifndef _BITS_PTHREADTYPES_COMMON_H
#define _BITS_PTHREADTYPES_COMMON_H 1
#include <heddle/threadtypes.h>
#endif
