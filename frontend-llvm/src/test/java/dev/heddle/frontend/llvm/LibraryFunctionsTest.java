package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The functions of C's library that have nothing to do with threads. */
class LibraryFunctionsTest {
  private static Arguments of(String function, String body) {
    return Arguments.of(function, body);
  }

  static Stream<Arguments> memory() {
    return Stream.of(
        of("calloc", "int *p = calloc(2, 4); assert(p[0] == 0 && p[1] == 0); free(p);"),
        of(
            "realloc",
            """
            char *p = realloc(0, 3);
            strcpy(p, "ab");
            p = realloc(p, 2000);
            assert(strcmp(p, "ab") == 0);
            p = realloc(p, 1);
            assert(p[0] == 'a');
            free(p);
            """),
        of("reallocarray", "int *p = reallocarray(0, 2, 4); p[1] = 1; free(p);"),
        of("aligned_alloc", "char *p = aligned_alloc(4096, 8192); assert((long)p % 4096 == 0);"),
        of(
            "posix_memalign",
            """
            void *p;
            assert(posix_memalign(&p, 64, 10) == 0 && (long)p % 64 == 0);
            assert(posix_memalign(&p, 3, 10) == EINVAL);
            """),
        of("malloc_usable_size", "void *p = malloc(7); assert(malloc_usable_size(p) == 7);"),
        of(
            "memcpy",
            """
            int n = 3 + (int)(long)malloc(0) * 0;
            char a[5] = "abcd", b[5] = "....";
            assert(memcpy(b, a + 1, n) == b);
            assert(strcmp(b, "bcd.") == 0);
            """),
        of(
            "memcpy of much",
            """
            static long a[1000], b[1000];
            a[999] = 7;
            memcpy(b, a, sizeof a);
            assert(b[999] == 7);
            """),
        of("mempcpy", "char b[5]; assert(mempcpy(b, \"abc\", 4) == b + 4 && b[2] == 'c');"),
        of(
            "memmove",
            """
            char a[] = "abcdefghijklmnopqrst";
            volatile int n = 17;
            memmove(a + 1, a, n);
            assert(strcmp(a, "aabcdefghijklmnopqst") == 0);
            memmove(a, a + 1, n);
            assert(strncmp(a, "abcdefghijklmnopq", 17) == 0);
            """),
        of(
            "memset",
            """
            volatile int n = 13;
            char a[16];
            assert(memset(a + 1, 'x', n) == a + 1);
            assert(a[1] == 'x' && a[13] == 'x');
            """),
        of(
            "memcmp",
            "assert(memcmp(\"abc\", \"abd\", 2) == 0 && memcmp(\"abc\", \"abd\", 3) < 0);"),
        of("bcmp", "assert(bcmp(\"abc\", \"abd\", 2) == 0 && bcmp(\"abc\", \"abd\", 3) != 0);"),
        of("bzero", "char a[3]; bzero(a, 3); assert(a[2] == 0);"),
        of(
            "memchr",
            "char *t = \"abc\"; assert(memchr(t, 'b', 3) == t + 1 && !memchr(t, 'c', 2));"));
  }

  static Stream<Arguments> strings() {
    return Stream.of(
        of("strlen", "assert(strlen(\"abcd\") == 4 && strlen(\"\") == 0);"),
        of("strnlen", "assert(strnlen(\"abcd\", 2) == 2 && strnlen(\"a\", 9) == 1);"),
        of(
            "strcmp",
            "assert(strcmp(\"ab\", \"ac\") < 0 && strcmp(\"ab\", \"a\") > 0 && !strcmp(\"x\", \"x\"));"),
        of("strncmp", "assert(!strncmp(\"abc\", \"abd\", 2) && strncmp(\"abc\", \"abd\", 3) < 0);"),
        of("strcasecmp", "assert(!strcasecmp(\"aBc\", \"AbC\") && strcasecmp(\"a\", \"B\") < 0);"),
        of("strncasecmp", "assert(!strncasecmp(\"aBc\", \"Abd\", 2));"),
        of("strcpy", "char b[4]; assert(strcpy(b, \"abc\") == b && !strcmp(b, \"abc\"));"),
        of("stpcpy", "char b[4]; assert(stpcpy(b, \"abc\") == b + 3);"),
        of("strncpy", "char b[4] = \"zzz\"; strncpy(b, \"a\", 2); assert(!b[1] && b[2] == 'z');"),
        of("strcat", "char b[6] = \"ab\"; strcat(b, \"cd\"); assert(!strcmp(b, \"abcd\"));"),
        of("strncat", "char b[6] = \"ab\"; strncat(b, \"cdef\", 2); assert(!strcmp(b, \"abcd\"));"),
        of(
            "strchr",
            "char *t = \"aba\"; assert(strchr(t, 'a') == t && !strchr(t, 'c') && strchr(t, 0) == t + 3);"),
        of("strrchr", "char *t = \"aba\"; assert(strrchr(t, 'a') == t + 2 && !strrchr(t, 'c'));"),
        of(
            "strstr",
            "char *t = \"abab\"; assert(strstr(t, \"ba\") == t + 1 && !strstr(t, \"bb\"));"),
        of("strspn", "assert(strspn(\"aabc\", \"ab\") == 3);"),
        of("strcspn", "assert(strcspn(\"aabc\", \"bc\") == 2);"),
        of(
            "strpbrk",
            "char *t = \"abc\"; assert(strpbrk(t, \"cb\") == t + 1 && !strpbrk(t, \"x\"));"),
        of(
            "strtok",
            """
            char t[] = "a,b;;c";
            assert(!strcmp(strtok(t, ",;"), "a") && !strcmp(strtok(0, ",;"), "b"));
            assert(!strcmp(strtok(0, ",;"), "c") && !strtok(0, ",;"));
            """),
        of("strtok_r", "char t[] = \" a b\", *r; assert(!strcmp(strtok_r(t, \" \", &r), \"a\"));"),
        of("strdup", "char *t = strdup(\"abc\"); assert(!strcmp(t, \"abc\")); free(t);"),
        of("strndup", "char *t = strndup(\"abc\", 2); assert(!strcmp(t, \"ab\")); free(t);"),
        of("strerror", "assert(!strcmp(strerror(EBUSY), \"Device or resource busy\"));"),
        of(
            "ctype",
            "assert(isdigit('7') && isalpha('x') && !isspace('x') && toupper('a') == 'A');"));
  }

  static Stream<Arguments> numbers() {
    return Stream.of(
        of("atoi", "assert(atoi(\" -12x\") == -12 && atoi(\"x\") == 0);"),
        of("atol", "assert(atol(\"5000000000\") == 5000000000);"),
        of("atoll", "assert(atoll(\"-5000000000\") == -5000000000);"),
        of("atof", "assert(atof(\"-2.5e1\") == -25);"),
        of(
            "strtol",
            """
            char *end, *t = "0x1fz";
            assert(strtol(t, &end, 0) == 31 && end == t + 4);
            assert(strtol("-077", 0, 0) == -63 && strtol("101", 0, 2) == 5);
            errno = 0;
            assert(strtol("99999999999999999999", 0, 10) > 0 && errno == ERANGE);
            """),
        of("strtoul", "assert(strtoul(\"18446744073709551615\", 0, 10) == ~0ul);"),
        of("strtoll", "assert(strtoll(\"-7\", 0, 10) == -7);"),
        of("strtoull", "assert(strtoull(\"7\", 0, 10) == 7);"),
        of("strtod", "char *end, *t = \"1.25x\"; assert(strtod(t, &end) == 1.25 && *end == 'x');"),
        of("abs", "assert(abs(-3) == 3 && labs(-4l) == 4 && llabs(-5ll) == 5);"),
        of("div", "assert(div(7, 2).rem == 1 && ldiv(-7, 2).quot == -3);"),
        of(
            "rand",
            """
            int a = rand(), b = rand();
            srand(1);
            assert(a == rand() && b == rand() && a != b && a >= 0 && a <= RAND_MAX);
            unsigned s = 5, t = 5;
            assert(rand_r(&s) == rand_r(&t) && s == t);
            srandom(3);
            assert(random() >= 0);
            """),
        of(
            "qsort and bsearch",
            """
            int a[] = {5, 3, 9, 1}, k = 9, l = 4;
            int order(const void *x, const void *y);
            qsort(a, 4, sizeof *a, order);
            assert(a[0] == 1 && a[1] == 3 && a[2] == 5 && a[3] == 9);
            assert(bsearch(&k, a, 4, sizeof *a, order) == a + 3 && !bsearch(&l, a, 4, 4, order));
            return 0;
            }
            int order(const void *x, const void *y) {
              return *(const int *)x - *(const int *)y;
            """),
        of("errno", "errno = 3; assert(errno == 3);"),
        of("getenv", "assert(getenv(\"HOME\") == 0);"),
        of(
            "time",
            """
            struct timespec t; struct timeval v;
            time_t first = time(0);
            assert(time(&first) == first && clock() > 0 && clock_gettime(CLOCK_REALTIME, &t) == 0);
            assert(gettimeofday(&v, 0) == 0 && first < t.tv_sec && t.tv_sec < v.tv_sec);
            assert(nanosleep(&t, 0) == 0);
            """));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"memory", "strings", "numbers", "formats"})
  void does(String function, String body) {
    Checked.main(body).safe().executions(1, 0);
    Checked.main(body, Clang.OWN_HEADERS).safe().executions(1, 0);
  }

  // ---- Output ---------------------------------------------------------------------------------

  /** Formats whose arguments are computed, so that they are evaluated by the library's code. */
  static Stream<Arguments> formats() {
    return Stream.of(
            "\"%d|%5d|%-5d|%05d|%+d|% d\", 42, 42, 42, 42, 42, 42; 42|   42|42   |00042|+42| 42",
            "\"%i %u %ld %lld %hhd %hd\", -1, 3u, 1l << 40, -2ll, 257, 65537;"
                + " -1 3 1099511627776 -2 1 1",
            "\"%x %X %#x %o %#o\", 255, 255, 255, 8, 8; ff FF 0xff 10 010",
            "\"%.3d|%8.3d|%.0d|\", 7, 7, 0; 007|     007||",
            "\"%s|%5s|%-5s|%.2s|%c\", \"abc\", \"abc\", \"abc\", \"abc\", 'x'; abc|  abc|abc  |ab|x",
            "\"%*d|%-*d|%.*f\", 4, 7, 3, 7, 1, 2.55;    7|7  |2.5",
            "\"%f %.1f %e %g %g %g\", 1.5, 0.25, 12345.678, 0.0001, 1e10, 100000.0;"
                + " 1.500000 0.2 1.234568e+04 0.0001 1e+10 100000",
            "\"%G %E %5.1f|%-7.2f|%07.2f\", 1e-7, 1.0, 2.0, 2.0, -2.0;"
                + " 1E-07 1.000000E+00   2.0|2.00   |-002.00",
            "\"%f %f\", 1.0 / 0.0, -1.0 / 0.0; inf -inf",
            "\"%p %p\", (void *)0, (void *)16; (nil) 0x10",
            "\"100%%\"; 100%",
            "\"%zu %td\", sizeof(int), (char *)8 - (char *)3; 4 5")
        .map(
            line -> {
              int end = line.lastIndexOf(';');
              String arguments = line.substring(0, end);
              String expected = line.substring(end + 2);
              return of(
                  "snprintf(" + arguments + ")",
                  ("char b[200]; int n = snprintf(b, sizeof b, " + arguments + ");\n")
                      + ("assert(strcmp(b, \"" + expected + "\") == 0);\n")
                      + "assert(n == (int)strlen(b));");
            });
  }

  @Test
  void printsTheSameWithKnownAndWithComputedArguments() {
    String formats =
        """
        printf("%d|%5d|%-5d|%05d|%+d|% d\\n", 42, 42, 42, 42, 42, 42);
        printf("%x %X %#x %o %#o %.3d|%8.3d|%.0d|\\n", 255, 255, 255, 8, 8, 7, 7, 0);
        printf("%5s|%-5s|%.2s|%c|%p|%%\\n", "abc", "abc", "abc", 'x', (void *)0);
        printf("%f %.1f %e %g %g %07.2f\\n", 1.5, 0.25, 12345.678, 0.0001, 1e10, -2.0);
        """;
    String simple = Checked.main(formats + "abort();").output();
    String computed =
        Checked.main(
                formats
                        .replace("\"abc\"", "strdup(\"abc\")")
                        .replace("printf(\"", "volatile int n; printf(strdup(\"")
                        .replace("\\n\"", "\\n\")")
                        .replace("volatile int n; ", "")
                    + "abort();")
            .output();
    assertEquals(simple, computed);
    assertEquals("42|   42|42   |00042|+42| 42", simple.lines().findFirst().orElse(""));
  }

  @Test
  void everythingPrintedIsCaptured() {
    assertEquals(
        "a\nb\nc\nd1 e2 f3 gh i\nj: Success\n",
        Checked.main(
                """
                char *t = strdup("b");
                puts("a");
                puts(t);
                putchar('c'); fputc('\\n', stdout); putc('d', stderr);
                printf("%d ", 1);
                fputs("e", stdout);
                fprintf(stderr, "%d ", 2);
                dprintf(1, "f%s ", "3");
                fwrite("gh", 1, 2, stdout);
                char b[3];
                sprintf(b, " %c", 'i');
                puts(b);
                fflush(stdout); setbuf(stdout, 0); setvbuf(stdout, 0, _IONBF, 0);
                perror("j");
                abort();
                """)
            .output());
  }

  @Test
  void listsOfArgumentsArePrinted() {
    assertEquals(
        "a1 b2 c3 ",
        Checked.c(
                """
                #include <stdarg.h>
                #include <stdio.h>
                #include <stdlib.h>
                static int print(int way, const char *format, ...) {
                  va_list arguments;
                  va_start(arguments, format);
                  int length = way == 0 ? vprintf(format, arguments)
                      : way == 1        ? vfprintf(stderr, format, arguments)
                                        : vdprintf(1, format, arguments);
                  va_end(arguments);
                  return length;
                }
                int main(void) {
                  if (print(0, "a%d ", 1) + print(1, "b%d ", 2) + print(2, "c%d ", 3) == 9) abort();
                  return 0;
                }
                """)
            .output());
  }

  @Test
  void allocatingAndListsOfArguments() {
    Checked.c(
            """
            #include <assert.h>
            #include <stdarg.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            static char *text(const char *format, ...) {
              va_list arguments;
              char *result;
              va_start(arguments, format);
              vasprintf(&result, format, arguments);
              va_end(arguments);
              return result;
            }
            static int print(char *to, const char *format, ...) {
              va_list arguments, again;
              va_start(arguments, format);
              va_copy(again, arguments);
              int length = vsnprintf(0, 0, format, again);
              vsprintf(to, format, arguments);
              va_end(arguments);
              return length;
            }
            int main(void) {
              char b[20], c[3], *t;
              assert(print(b, "%d-%s", 3, "x") == 3 && !strcmp(b, "3-x"));
              t = text("%s=%g", "y", 0.5);
              assert(!strcmp(t, "y=0.5"));
              free(t);
              assert(asprintf(&t, "%05d", 3) == 5);
              assert(snprintf(c, sizeof c, "abcd") == 4 && !strcmp(c, "ab"));
              return 0;
            }
            """)
        .safe();
  }

  // ---- The end of the program -----------------------------------------------------------------

  @Test
  void exitStopsTheOthersAndCountsAsComplete() {
    Checked.c(
            """
            #include <pthread.h>
            #include <stdlib.h>
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            void *run(void *p) { pthread_mutex_lock(&m); exit(0); }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, run, 0);
              pthread_mutex_lock(&m);
              pthread_mutex_unlock(&m);
              pthread_join(t, 0);
              abort();
            }
            """)
        .safe()
        .executions(2, 0);
  }

  @Test
  void functionsThatRunAtTheEnd() {
    Checked.c(
            """
            #include <assert.h>
            #include <stdlib.h>
            int x;
            void last(void) { assert(x == 7); } // !
            void first(void) { x++; }
            int main(void) {
              atexit(last);
              atexit(first);
              x = 5;
              exit(0);
            }
            """)
        .fails("assertion");
  }

  @Test
  void mainsReturnDoesNotEndTheOthers() {
    Checked.c(
            """
            #include <pthread.h>
            #include <stdlib.h>
            void *run(void *p) {
              abort(); // !
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, run, 0);
              return 0;
            }
            """)
        .fails("abort");
  }
}
