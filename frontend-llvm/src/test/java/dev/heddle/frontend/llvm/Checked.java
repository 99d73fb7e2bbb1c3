package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.nio.file.Path;
import java.util.List;

/** A program and what exploring all its executions comes to. */
final class Checked {
  /** A line that contains this is the one where an error is expected. */
  private static final String MARK = "// !";

  private final String text;
  private final Path file;
  private final Outcome outcome;

  private Checked(String text, Path file, Outcome outcome) {
    this.text = text;
    this.file = file;
    this.outcome = outcome;
  }

  /** A C program with these lines. */
  static Checked c(String text) {
    return of("test.c", text, Environment.USUAL, Limits.NONE);
  }

  /** A C program that is a {@code main} with these lines, after all the headers it can want. */
  static Checked main(String body, String... arguments) {
    String text =
        """
        #define _GNU_SOURCE
        #include <assert.h>
        #include <ctype.h>
        #include <errno.h>
        #include <math.h>
        #include <pthread.h>
        #include <semaphore.h>
        #include <signal.h>
        #include <stdarg.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <strings.h>
        #include <sys/time.h>
        #include <threads.h>
        #include <time.h>
        #include <unistd.h>
        int main(void) {
        """
            + body
            + "\nreturn 0;\n}\n";
    return of("test.c", text, Environment.USUAL, Limits.NONE, arguments);
  }

  /** Two threads run {@code work}, and the first one joins them. */
  static Checked twice(String declarations, String work, String before, String after) {
    return c(
        """
        #include <assert.h>
        #include <errno.h>
        #include <heddle.h>
        #include <pthread.h>
        #include <semaphore.h>
        """
            + declarations
            + "\nvoid *run(void *p) {\n"
            + work
            + "\nreturn 0;\n}\nint main(void) {\npthread_t a, b;\n"
            + before
            + """

            pthread_create(&a, 0, run, 0);
            pthread_create(&b, 0, run, (void *)1);
            pthread_join(a, 0);
            pthread_join(b, 0);
            """
            + after
            + "\nreturn 0;\n}\n");
  }

  static Checked of(
      String name, String text, Environment environment, Limits limits, String... arguments) {
    Path file = Source.of(name, text).file();
    try {
      Program program = LlvmFrontend.load(file, List.of(arguments), environment);
      Outcome outcome =
          new OptimalExploration()
              .explore(program, limits, new Progress())
              .within(program.bounds());
      return new Checked(text, file, outcome);
    } catch (InputException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  Outcome outcome() {
    return outcome;
  }

  Checked safe() {
    outcome.violations().forEach(violation -> assertEquals("none", describe(violation)));
    assertEquals(Verdict.SAFE, outcome.verdict(), outcome.reason());
    assertTrue(outcome.complete() > 0, "no execution comes to an end");
    return this;
  }

  Checked executions(long complete, long blocked) {
    assertEquals(complete + "+" + blocked, outcome.complete() + "+" + outcome.blocked());
    return this;
  }

  /** The first error is of this kind and on the marked line. */
  Checked fails(String kind) {
    assertEquals(Verdict.VIOLATION, outcome.verdict(), outcome.reason());
    int line = 1 + (int) text.lines().takeWhile(l -> !l.contains(MARK)).count();
    assertEquals(kind + " at " + file + ":" + line, describe(outcome.violations().get(0)));
    return this;
  }

  /** The message of the first error contains this. */
  Checked saying(String message) {
    String said = outcome.violations().get(0).message();
    assertTrue(said.contains(message), said);
    return this;
  }

  private static String describe(Violation violation) {
    return violation.kind().label() + " at " + violation.location();
  }

  /** What the program printed before its first error. */
  String output() {
    return outcome.violations().get(0).output();
  }
}
