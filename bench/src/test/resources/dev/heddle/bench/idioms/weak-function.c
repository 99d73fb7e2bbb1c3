// heddle: model=sc verdict=safe executions=1+0
//
// A function that may be there or not: nobody defines the first, so that its address is null.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int optional(void) __attribute__((weak));
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    __attribute__((weak));

int main(void) {
  assert(optional == NULL);
  assert(pthread_create != NULL);
  return optional == NULL ? 0 : optional();
}
