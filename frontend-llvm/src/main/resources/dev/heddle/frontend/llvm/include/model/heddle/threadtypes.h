/* The types of POSIX threads as Heddle models them. Zeros are what the static initialisers stand for. */
#ifndef HEDDLE_THREADTYPES_H
#define HEDDLE_THREADTYPES_H

typedef unsigned long pthread_t;
union pthread_attr_t {
  int __detached;
  unsigned long __stack_size;
};
#ifndef __have_pthread_attr_t
typedef union pthread_attr_t pthread_attr_t;
#define __have_pthread_attr_t 1
#endif
typedef struct { unsigned long __owner, __kind; } pthread_mutex_t;
typedef struct { int __kind; } pthread_mutexattr_t;
typedef volatile int pthread_spinlock_t;
typedef struct { unsigned long __state; } pthread_rwlock_t;
typedef struct { int __unused; } pthread_rwlockattr_t;
typedef struct { unsigned long __waiting; } pthread_cond_t;
typedef struct { int __unused; } pthread_condattr_t;
typedef struct { unsigned long __arrived, __round, __needed; } pthread_barrier_t;
typedef struct { int __unused; } pthread_barrierattr_t;
typedef int pthread_once_t;
typedef unsigned pthread_key_t;

#endif
