/* C11 threads as Heddle models them. */
#ifndef HEDDLE_THREADS_H
#define HEDDLE_THREADS_H

#include <time.h>

#ifdef __cplusplus
extern "C" {
#elif __STDC_VERSION__ < 202311L
#define thread_local _Thread_local
#endif

typedef unsigned long thrd_t;
typedef int (*thrd_start_t)(void *);
typedef struct { unsigned long __owner, __kind; } mtx_t;
typedef struct { unsigned long __waiting; } cnd_t;
typedef struct { int __state; } once_flag;
typedef unsigned tss_t;
typedef void (*tss_dtor_t)(void *);

#define ONCE_FLAG_INIT {0}
#define TSS_DTOR_ITERATIONS 4
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };

int thrd_create(thrd_t *thread, thrd_start_t start, void *argument);
int thrd_join(thrd_t thread, int *result);
int thrd_detach(thrd_t thread);
_Noreturn void thrd_exit(int result);
thrd_t thrd_current(void);
int thrd_equal(thrd_t one, thrd_t other);
void thrd_yield(void);
int thrd_sleep(const struct timespec *duration, struct timespec *remaining);

int mtx_init(mtx_t *mutex, int type);
void mtx_destroy(mtx_t *mutex);
int mtx_lock(mtx_t *mutex);
int mtx_trylock(mtx_t *mutex);
int mtx_timedlock(mtx_t *mutex, const struct timespec *end);
int mtx_unlock(mtx_t *mutex);

int cnd_init(cnd_t *condition);
void cnd_destroy(cnd_t *condition);
int cnd_wait(cnd_t *condition, mtx_t *mutex);
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *end);
int cnd_signal(cnd_t *condition);
int cnd_broadcast(cnd_t *condition);

void call_once(once_flag *flag, void (*function)(void));
int tss_create(tss_t *key, tss_dtor_t destructor);
void tss_delete(tss_t key);
void *tss_get(tss_t key);
int tss_set(tss_t key, void *value);

#ifdef __cplusplus
}
#endif
#endif
