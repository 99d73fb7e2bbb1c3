/* Heddle's assert: a failed assertion ends the execution as a violation at the caller's line. */
#undef assert

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#endif

#ifndef HEDDLE_ASSERT_H
#define HEDDLE_ASSERT_H
#ifdef __cplusplus
extern "C" {
#endif
_Noreturn void __assert_fail(
    const char *condition, const char *file, unsigned line, const char *function);
#ifdef __cplusplus
}
#elif __STDC_VERSION__ < 202311L
#define static_assert _Static_assert
#endif
#endif
