#ifndef HEDDLE_SYS_SYSCALL_H
#define HEDDLE_SYS_SYSCALL_H
#define SYS_gettid 186
#define SYS_futex 202
#define SYS_membarrier 324
#define __NR_gettid SYS_gettid
#define __NR_futex SYS_futex
#define __NR_membarrier SYS_membarrier
#endif
