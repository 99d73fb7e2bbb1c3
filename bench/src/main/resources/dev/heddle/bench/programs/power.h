#include <assert.h>
#include <pthread.h>

/* With -DFENCED programs have the barriers that make them correct on POWER. */
#ifdef FENCED
#define SYNC() __asm__ volatile("sync" ::: "memory")
#else
#define SYNC() ((void)0)
#endif

/* Two threads to their ends. */
static inline void both(void *(*one)(void *), void *(*other)(void *)) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, other, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
