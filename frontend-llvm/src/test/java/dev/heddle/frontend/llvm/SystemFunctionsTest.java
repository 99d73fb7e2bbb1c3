package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.program.Program;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What programs ask the system for: input, numbers, time, signals, arguments. */
class SystemFunctionsTest {
  private static final String INPUT = "12 abc -3.5 x\nsecond line\nlast";

  private static Arguments of(String name, String body) {
    return Arguments.of(name, body);
  }

  static Stream<Arguments> functions() {
    return Stream.of(
        of(
            "sscanf",
            """
            int a, b = 7, n; char word[8], c; double d; float f; unsigned u; long l; short s;
            assert(sscanf("12 -34xyz", "%d%d%3s", &a, &b, word) == 3);
            assert(a == 12 && b == -34 && strcmp(word, "xyz") == 0);
            assert(sscanf("0x1f 077 z", "%i %i %c", &a, &b, &c) == 3 && a == 31 && b == 63 && c == 'z');
            assert(sscanf("1.5e2,2.25", "%lf,%f", &d, &f) == 2 && d == 150 && f == 2.25f);
            assert(sscanf("ff 99999999999", "%x %ld", &u, &l) == 2 && u == 255 && l == 99999999999l);
            assert(sscanf("key=value", "%7[^=]=%n", word, &n) == 1 && n == 4 && strcmp(word, "key") == 0);
            assert(sscanf("abc", "%d", &a) == 0 && sscanf("", "%d", &a) == -1);
            assert(sscanf("12345", "%2d%*1d%hd", &a, &s) == 2 && a == 12 && s == 45);
            assert(sscanf("5%", "%d%%", &a) == 1 && a == 5);
            """),
        of(
            "strtol",
            """
            char *end;
            assert(strtol(" -0x10z", &end, 0) == -16 && *end == 'z');
            assert(strtoull("18446744073709551615", 0, 10) == ~0ull);
            errno = 0;
            assert(strtol("9223372036854775808", 0, 10) == 0x7fffffffffffffffl && errno == ERANGE);
            assert(strtof("0.5", 0) == 0.5f);
            """),
        of(
            "snprintf",
            """
            char text[8];
            volatile int n = 123456;
            assert(snprintf(text, sizeof text, "%d-%d", n, n) == 13 && strcmp(text, "123456-") == 0);
            assert(snprintf(0, 0, "%5.1f|%e", 2.25, 1.0) == 18);
            """),
        of(
            "mathematics",
            """
            volatile double x = 2, y = -1.5;
            assert(sqrt(x) * sqrt(x) > 1.999 && floor(y) == -2 && ceil(y) == -1 && trunc(y) == -1);
            assert(round(y) == -2 && round(2.4) == 2 && lround(2.5) == 3 && fabs(y) == 1.5);
            assert(pow(x, 10) == 1024 && log2(8 * x) == 4 && fmod(7, x + 1) == 1);
            assert(sin(0 * x) == 0 && cos(0 * x) == 1 && exp(0 * x) == 1 && log(1.0) == 0);
            assert(fmin(x, y) == y && fmax(x, y) == x && hypot(3, 2 * x) == 5);
            assert(isnan(0 * x / 0) && !isnan(x) && isinf(1 / (0 * x)) && sqrtf(16.0f) == 4.0f);
            """),
        of(
            "signals",
            """
            sigset_t set;
            assert(sigemptyset(&set) == 0 && sigaddset(&set, SIGINT) == 0);
            assert(sigismember(&set, SIGINT) && !sigismember(&set, SIGTERM));
            assert(pthread_sigmask(SIG_BLOCK, &set, 0) == 0);
            assert(signal(SIGINT, SIG_IGN) == SIG_DFL && signal(SIGINT, SIG_DFL) == SIG_IGN);
            struct sigaction action = {0}, before;
            action.sa_handler = SIG_IGN;
            assert(sigaction(SIGTERM, &action, 0) == 0);
            assert(sigaction(SIGTERM, 0, &before) == 0 && before.sa_handler == SIG_IGN);
            assert(pthread_kill(pthread_self(), 0) == 0);
            """),
        of(
            "the system",
            """
            assert(sysconf(_SC_NPROCESSORS_ONLN) == 2 && sysconf(_SC_PAGESIZE) == 4096);
            assert(getpid() == getpid() && write(1, "hello", 5) == 5);
            struct timespec t, u;
            clock_gettime(CLOCK_MONOTONIC, &t);
            clock_gettime(CLOCK_MONOTONIC, &u);
            assert(u.tv_sec > t.tv_sec);
            time_t second = 86400 * 365;
            struct tm date;
            assert(gmtime_r(&second, &date) && date.tm_year == 71 && date.tm_mday == 1);
            """),
        of(
            "characters",
            """
            volatile char c = 'g', d = '7';
            assert(isalpha(c) && !isdigit(c) && isdigit(d) && isxdigit(d) && !isxdigit(c));
            assert(toupper(c) == 'G' && tolower('Q') == 'q' && isspace('\\n') && ispunct('!'));
            """),
        of(
            "errno is each thread's own",
            """
            errno = 5;
            assert(errno == 5);
            """),
        of(
            "names",
            """
            char name[16];
            assert(pthread_setname_np(pthread_self(), "me") == 0);
            assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
            """));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("functions")
  void does(String function, String body) {
    Checked.main(body).safe().executions(1, 0);
    Checked.main(body, Clang.OWN_HEADERS).safe().executions(1, 0);
  }

  // ---- The environment ------------------------------------------------------------------------

  private static Environment world(List<String> arguments, String input) {
    return new Environment(0, 2, false, false, false, arguments, input);
  }

  @Test
  void standardInput() {
    String text =
        """
        #define _GNU_SOURCE
        #include <assert.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        int main(void) {
          int n; char word[8]; double d;
          assert(scanf("%d %7s %lf", &n, word, &d) == 3);
          assert(n == 12 && strcmp(word, "abc") == 0 && d == -3.5);
          assert(getchar() == ' ' && getchar() == 'x' && ungetc('y', stdin) == 'y');
          char rest[20];
          assert(fgets(rest, sizeof rest, stdin) && strcmp(rest, "y\\n") == 0);
          char *line = 0;
          size_t size = 0;
          assert(getline(&line, &size, stdin) == 12 && strcmp(line, "second line\\n") == 0);
          free(line);
          assert(fread(rest, 1, 20, stdin) == 4 && !memcmp(rest, "last", 4) && feof(stdin));
          assert(getchar() == EOF && scanf("%d", &n) == EOF);
          return 0;
        }
        """;
    Environment world = world(List.of(), INPUT);
    Checked.of("test.c", text, world, Limits.NONE).safe();
    Checked.of("test.c", text, world, Limits.NONE, Clang.OWN_HEADERS).safe();
  }

  @Test
  void argumentsOfMain() {
    String text =
        """
        #include <assert.h>
        #include <string.h>
        #include <unistd.h>
        int main(int argc, char **argv) {
          assert(argc == 5 && argv[5] == 0 && strstr(argv[0], "test.c"));
          int verbose = 0, n = 0, c;
          while ((c = getopt(argc, argv, "vn:")) != -1) {
            if (c == 'v') verbose++;
            else if (c == 'n') n = optarg[0] - '0';
            else assert(0);
          }
          assert(verbose == 2 && n == 7 && strcmp(argv[optind], "a b") == 0);
          argv[1][0] = 'x';
          return 0;
        }
        """;
    Environment world = world(List.of("-vv", "-n", "7", "a b"), null);
    Checked.of("test.c", text, world, Limits.NONE).safe();
    Checked.of("test.c", text, world, Limits.NONE, Clang.OWN_HEADERS).safe();
  }

  @Test
  void randomNumbersThatMayBeAny() {
    String text =
        """
        #include <assert.h>
        #include <stdlib.h>
        int main(void) {
          assert(rand() != 2); // !
          return 0;
        }
        """;
    Environment any = new Environment(0, 2, false, true, false, List.of(), null);
    Checked.of("test.c", text, any, Limits.NONE).fails("assertion");
    Checked.c(text).safe();
  }

  @Test
  void whatWasAssumed() {
    Program program =
        Source.c(
                """
                #include <stdio.h>
                #include <stdlib.h>
                #include <time.h>
                int main(void) {
                  if (getenv("HOME")) return 1;
                  srand(time(0));
                  return rand() == getchar();
                }
                """)
            .load();
    assertEquals(4, program.assumptions().size(), program.assumptions().toString());
    assertTrue(program.assumptions().toString().contains("getenv()"));
    assertTrue(program.assumptions().toString().contains("rand()"));
    assertTrue(program.assumptions().toString().contains("clock"));
    assertTrue(program.assumptions().toString().contains("standard input is empty"));
    assertEquals(List.of(), Source.c("int main(void) { return 0; }").load().assumptions());
  }

  // ---- Headers --------------------------------------------------------------------------------

  /** On a machine without a C library's headers there is nothing that could clash. */
  @Test
  void theMachinesHeadersGoTogetherWithHeddlesOwn() {
    if (SystemHeaders.FOLDERS.isEmpty()) {
      return;
    }
    Checked.c(
            """
            #define _GNU_SOURCE
            #include <pthread.h>
            #include <sys/stat.h>
            #include <sys/types.h>
            #include <sys/wait.h>
            #include <sys/socket.h>
            #include <sys/mman.h>
            #include <netinet/in.h>
            #include <signal.h>
            #include <time.h>
            #include <poll.h>
            #include <fcntl.h>
            #include <limits.h>
            #include <semaphore.h>
            #include <threads.h>
            #include <sched.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <inttypes.h>
            #include <getopt.h>
            #include <sys/syscall.h>
            #include <linux/futex.h>
            struct timespec pause_of = {0, 1};
            pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            int main(int argc, char **argv) {
              struct stat s;
              if (argc > 1 && stat(argv[1], &s)) fopen(argv[1], "w");
              nanosleep(&pause_of, 0);
              pthread_mutex_lock(&lock);
              pthread_mutex_unlock(&lock);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void functionsThatReachTheWorldAreNamed() {
    for (String call :
        List.of("fork()", "socket(0, 0, 0)", "fopen(\"a\", \"w\")", "system(\"ls\")")) {
      String name = call.substring(0, call.indexOf('('));
      String refusal =
          Source.c("long " + name + "();\nint main(void) {\n  " + call + ";\n}\n").refusal();
      assertTrue(refusal.startsWith("test.c:3: the function '" + name + "' is not"), refusal);
    }
  }

  // ---- Futexes and cancellation ---------------------------------------------------------------

  private static final String FUTEX =
      """
      #define _GNU_SOURCE
      #include <linux/futex.h>
      #include <stdatomic.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      static _Atomic int word;
      static void wait_for(int value) { syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, 0, 0, 0); } // !
      static void wake(int threads) { syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, threads, 0, 0, 0); }
      """;

  @Test
  void aLockMadeOfAFutex() {
    Checked.twice(
            FUTEX
                + """
                static int x;
                static void lock(void) {
                  int old = 0;
                  if (atomic_compare_exchange_strong(&word, &old, 1)) return;
                  while (atomic_exchange(&word, 2)) wait_for(2);
                }
                static void unlock(void) { if (atomic_exchange(&word, 0) == 2) wake(1); }
                """,
            "lock(); x++; unlock();",
            "",
            "assert(x == 2);")
        .safe();
  }

  @Test
  void aLostWakeUp() {
    Checked.twice(
            FUTEX,
            """
            if (p) {
              word = 1;
            } else {
              while (!word) wait_for(0);
            }
            """,
            "",
            "")
        .fails("deadlock");
  }

  @Test
  void cancellationRunsHandlers() {
    Checked.c(
            """
            #include <assert.h>
            #include <pthread.h>
            #include <unistd.h>
            static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
            static int cleaned;
            static void clean(void *argument) {
              cleaned++;
              pthread_mutex_unlock(argument);
            }
            static void *wait(void *p) {
              pthread_mutex_lock(&mutex);
              pthread_cleanup_push(clean, &mutex);
              for (;;) pthread_cond_wait(&condition, &mutex);
              pthread_cleanup_pop(0);
              return 0;
            }
            int main(void) {
              pthread_t a;
              void *result;
              pthread_create(&a, 0, wait, 0);
              pthread_cancel(a);
              pthread_join(a, &result);
              assert(result == PTHREAD_CANCELED && cleaned == 1);
              assert(pthread_mutex_trylock(&mutex) == 0);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void cancellationInPause() {
    Checked.c(
            """
            #include <pthread.h>
            #include <unistd.h>
            static void *sleep_on(void *p) { pause(); return 0; }
            int main(void) {
              pthread_t a;
              pthread_create(&a, 0, sleep_on, 0);
              pthread_cancel(a);
              pthread_join(a, 0);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void aSignalThatNeverComes() {
    Checked.twice(
            "#include <signal.h>",
            "if (p) { sigset_t set; int n; sigwait(&set, &n); } // !",
            "",
            "")
        .fails("deadlock");
  }

  @Test
  void cancellationThatIsDisabled() {
    Checked.c(
            """
            #include <assert.h>
            #include <pthread.h>
            static int done;
            static void *work(void *p) {
              pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
              pthread_testcancel();
              done = 1;
              pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
              pthread_testcancel();
              return 0;
            }
            int main(void) {
              pthread_t a;
              pthread_create(&a, 0, work, 0);
              pthread_cancel(a);
              pthread_join(a, 0);
              assert(done);
              return 0;
            }
            """)
        .safe();
  }

  @Test
  void handlersRunWhenAThreadExits() {
    Checked.c(
            """
            #include <assert.h>
            #include <pthread.h>
            static int cleaned;
            static void clean(void *p) { cleaned += (int)(long)p; }
            static void *work(void *p) {
              pthread_cleanup_push(clean, (void *)1);
              pthread_cleanup_push(clean, (void *)10);
              pthread_cleanup_pop(1);
              pthread_exit(0);
              pthread_cleanup_pop(0);
            }
            int main(void) {
              pthread_t a;
              pthread_create(&a, 0, work, 0);
              pthread_join(a, 0);
              assert(cleaned == 11);
              return 0;
            }
            """)
        .safe();
  }
}
