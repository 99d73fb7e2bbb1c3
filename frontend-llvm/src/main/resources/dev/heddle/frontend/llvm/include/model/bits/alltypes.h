/* Stands before a header that musl's others include, so that it leaves these types out. */
#include <heddle/threadtypes.h>
#define __DEFINED_pthread_t
#define __DEFINED_pthread_attr_t
#define __DEFINED_pthread_mutex_t
#define __DEFINED_pthread_mutexattr_t
#define __DEFINED_pthread_spinlock_t
#define __DEFINED_pthread_rwlock_t
#define __DEFINED_pthread_rwlockattr_t
#define __DEFINED_pthread_cond_t
#define __DEFINED_pthread_condattr_t
#define __DEFINED_pthread_barrier_t
#define __DEFINED_pthread_barrierattr_t
#define __DEFINED_pthread_once_t
#define __DEFINED_pthread_key_t
#define __DEFINED_mtx_t
#define __DEFINED_cnd_t
#if __has_include_next(<bits/alltypes.h>)
#include_next <bits/alltypes.h>
#endif
