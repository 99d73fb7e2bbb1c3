package dev.heddle.frontend.llvm;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Functions of the library that set things up and that few programs look at again. */
class AttributesTest {
  private static Arguments of(String name, String body) {
    return Arguments.of(name, body);
  }

  static Stream<Arguments> calls() {
    return Stream.of(
        of(
            "pthread_attr",
            """
            pthread_attr_t a;
            int state = 7;
            assert(pthread_attr_init(&a) == 0);
            assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
            assert(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0);
            assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0);
            assert(pthread_attr_setschedpolicy(&a, 0) == 0);
            assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
            assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
            assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
            assert(pthread_attr_setdetachstate(&a, 9) == EINVAL);
            assert(pthread_attr_destroy(&a) == 0);
            """),
        of(
            "pthread_mutexattr",
            """
            pthread_mutexattr_t a;
            pthread_mutex_t m;
            int type = 0;
            assert(pthread_mutexattr_init(&a) == 0);
            assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
            assert(pthread_mutexattr_gettype(&a, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
            assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT) == 0);
            assert(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
            assert(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED) == 0);
            assert(pthread_mutex_init(&m, &a) == 0);
            assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == 0);
            assert(pthread_mutex_unlock(&m) == 0 && pthread_mutex_unlock(&m) == 0);
            assert(pthread_mutexattr_destroy(&a) == 0);
            assert(pthread_mutex_destroy(&m) == 0);
            """),
        of(
            "pthread_mutex_clocklock",
            """
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            struct timespec end;
            assert(timespec_get(&end, TIME_UTC) == TIME_UTC);
            assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &end) == 0);
            assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &end) == ETIMEDOUT);
            """),
        of(
            "pthread_condattr and pthread_cond_clockwait",
            """
            pthread_condattr_t a;
            pthread_cond_t c;
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            struct timespec end = {0, 0};
            assert(pthread_condattr_init(&a) == 0);
            assert(pthread_condattr_setclock(&a, CLOCK_MONOTONIC) == 0);
            assert(pthread_condattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
            assert(pthread_cond_init(&c, &a) == 0);
            assert(pthread_condattr_destroy(&a) == 0);
            pthread_mutex_lock(&m);
            assert(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &end) == ETIMEDOUT);
            pthread_mutex_unlock(&m);
            assert(pthread_cond_destroy(&c) == 0);
            """),
        of(
            "pthread_rwlockattr",
            """
            pthread_rwlockattr_t a;
            pthread_rwlock_t l;
            assert(pthread_rwlockattr_init(&a) == 0);
            assert(pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
            assert(pthread_rwlockattr_setkind_np(&a, 0) == 0);
            assert(pthread_rwlock_init(&l, &a) == 0);
            assert(pthread_rwlockattr_destroy(&a) == 0);
            assert(pthread_rwlock_destroy(&l) == 0);
            """),
        of(
            "pthread_barrierattr",
            """
            pthread_barrierattr_t a;
            pthread_barrier_t b;
            assert(pthread_barrierattr_init(&a) == 0);
            assert(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
            assert(pthread_barrier_init(&b, &a, 1) == 0);
            assert(pthread_barrierattr_destroy(&a) == 0);
            assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
            assert(pthread_barrier_destroy(&b) == 0);
            """),
        of(
            "names, sleeping and yielding",
            """
            struct timespec some = {1, 0};
            assert(pthread_setname_np(pthread_self(), "first") == 0);
            assert(pthread_yield() == 0 && sched_yield() == 0);
            assert(usleep(10) == 0 && sleep(1) == 0 && nanosleep(&some, 0) == 0);
            thrd_yield();
            assert(thrd_sleep(&some, 0) == 0);
            """),
        of(
            "characters",
            """
            assert(isalnum('7') && isalnum('z') && !isalnum('-'));
            assert(islower('a') && !islower('A') && isupper('A') && !isupper('1'));
            assert(isxdigit('f') && isxdigit('A') && !isxdigit('g'));
            assert(isblank(' ') && isblank('\\t') && !isblank('\\n'));
            assert(iscntrl('\\n') && !iscntrl('n') && isprint(' ') && !isprint('\\n'));
            assert(isgraph('!') && !isgraph(' ') && ispunct('!') && !ispunct('a'));
            assert(tolower('Q') == 'q' && tolower('1') == '1' && toupper('q') == 'Q');
            """),
        of("memalign", "char *p = memalign(64, 10); assert((long)p % 64 == 0); free(p);"),
        of("quick_exit", "quick_exit(0); assert(0);"),
        of("_exit", "_exit(0); assert(0);"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void works(String name, String body) {
    Checked.main(body).safe();
  }
}
