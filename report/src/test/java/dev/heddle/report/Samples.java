package dev.heddle.report;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Weakness;
import dev.heddle.verdict.Weakness.Link;
import dev.heddle.verdict.Weakness.Relation;
import dev.heddle.verdict.Weakness.Stronger;
import java.util.ArrayList;
import java.util.List;

/** Results that the tests of reports share. */
public final class Samples {
  public static final Cost COST = new Cost(310_000_000, 120_000_000, 150_000_000, 120);
  public static final int INITIAL = -1;
  public static final int NO_READ = -2;

  private Samples() {}

  public static CheckResult result(String file, Conclusion conclusion) {
    return new CheckResult(file, "sc", "optimal", conclusion, COST, List.of(), List.of());
  }

  public static CheckResult explored(
      String file, Verdict verdict, String reason, Violation... found) {
    return result(
        file,
        new Conclusion.Explored(
            new Outcome(verdict, reason, 274, 60, List.of(found), List.of("memory is leaked"))));
  }

  public static Location line(String file, int line) {
    return new Location(file, line, 3);
  }

  /** Message passing whose reader sees the flag and not the data. */
  public static Violation messagePassing(String file) {
    return new Violation(
        FailureKind.ASSERTION,
        "data == 1",
        line(file, 9),
        2,
        List.of(
            new Step(0, "create", "thread 1", null, NO_READ, line(file, 13)),
            new Step(0, "create", "thread 2", null, NO_READ, line(file, 14)),
            new Step(1, "store", "flag", 1L, NO_READ, line(file, 4)),
            new Step(2, "load", "flag", 1L, 2, line(file, 8)),
            new Step(2, "load", "data", 0L, INITIAL, line(file, 9))),
        "ready\n");
  }

  /** Message passing in the right order, but with weak orders. */
  public static Violation weakMessagePassing(String file) {
    List<Step> trace =
        List.of(
            new Step(1, "store", "data", 1L, NO_READ, line(file, 5)),
            new Step(1, "store", "flag", 1L, NO_READ, line(file, 6)),
            new Step(2, "load", "flag", 1L, 1, line(file, 8)),
            new Step(2, "load", "data", 0L, INITIAL, line(file, 9)));
    return new Violation(FailureKind.ASSERTION, "data == 1", line(file, 9), 2, trace, "")
        .withWeakness(
            new Weakness(
                List.of(
                    new Link(0, 1, Relation.PROGRAM_ORDER),
                    new Link(1, 2, Relation.READS_FROM),
                    new Link(2, 3, Relation.PROGRAM_ORDER),
                    new Link(3, 0, Relation.FROM_READ)),
                List.of(new Weakness.Stale(3, 0)),
                List.of(
                    new Stronger(line(file, 6), MemoryOrder.RELEASE, List.of(1)),
                    new Stronger(line(file, 8), MemoryOrder.ACQUIRE, List.of(2))),
                false));
  }

  public static final String MESSAGE_PASSING_SOURCE =
      """
      atomic_int data, flag;

      void *writer(void *unused) {
        atomic_store(&flag, 1);
        atomic_store(&data, 1);
      }
      void *reader(void *unused) {
        if (atomic_load(&flag))
          assert(atomic_load(&data) == 1);
      }

      int main(void) {
        pthread_create(&a, 0, writer, 0);
        pthread_create(&b, 0, reader, 0);
      }
      """;

  /** Each of {@code threads} threads stores {@code rounds} times, one after the other. */
  public static Violation crowd(int threads, int rounds) {
    List<Step> trace = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (int thread = 0; thread < threads; thread++) {
        trace.add(new Step(thread, "store", "counter", (long) thread, NO_READ, line("crowd.c", 5)));
      }
    }
    return new Violation(
        FailureKind.DEADLOCK, "all wait", line("crowd.c", 7), threads - 1, trace, "");
  }
}
