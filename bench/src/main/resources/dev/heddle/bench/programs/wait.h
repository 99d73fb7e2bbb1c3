// WAIT_UNTIL(condition) looks again and again until the condition holds. With ASSUME it looks once
// and gives up otherwise, which is what a checker can make of a loop that only waits.

#ifdef ASSUME
void __VERIFIER_assume(int condition);
#define WAIT_UNTIL(condition) __VERIFIER_assume(condition)
#else
#define WAIT_UNTIL(condition) while (!(condition)) {}
#endif
