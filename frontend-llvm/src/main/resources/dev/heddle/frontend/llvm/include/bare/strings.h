#ifndef HEDDLE_STRINGS_H
#define HEDDLE_STRINGS_H

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

int bcmp(const void *one, const void *other, size_t size);
void bzero(void *memory, size_t size);

#ifdef __cplusplus
}
#endif
#endif
