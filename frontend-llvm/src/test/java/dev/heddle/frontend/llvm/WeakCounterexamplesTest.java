package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explain.ExplainedExploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.graph.GraphExploration;
import dev.heddle.explore.graph.GraphReplayer;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Weakness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said about executions that no interleaving has. */
class WeakCounterexamplesTest {
  private static final String HEAD =
      """
      #include <assert.h>
      #include <pthread.h>
      #include <stdatomic.h>
      #define load(x, order) atomic_load_explicit(&x, memory_order_ ## order)
      #define store(x, v, order) atomic_store_explicit(&x, v, memory_order_ ## order)
      #define start(f) pthread_t f ## _; pthread_create(&f ## _, 0, f, 0)
      #define join(f) pthread_join(f ## _, 0)
      """;

  private static Violation violation(MemoryModel model, String text) {
    return new ExplainedExploration(
            new GraphExploration(model, false, model.hasRaces()),
            program -> program,
            new GraphReplayer(model, model.hasRaces()),
            new ReadsFromExploration(1))
        .explore(Source.c(HEAD + text).load(), Limits.NONE, new Progress())
        .violations()
        .get(0);
  }

  /** The line of the text without the head. */
  private static int line(Location location) {
    return location.line() - (int) HEAD.lines().count();
  }

  private static List<String> cycle(Violation violation) {
    return violation.weakness().cycle().stream()
        .map(
            link ->
                text(violation.trace().get(link.from()))
                    + " "
                    + link.relation().label()
                    + " "
                    + text(violation.trace().get(link.to())))
        .toList();
  }

  private static String text(Step step) {
    return step.operation() + step.target() + step.text();
  }

  private static List<String> remedy(Violation violation) {
    return violation.weakness().remedy().stream()
        .map(stronger -> line(stronger.location()) + " " + stronger.order())
        .toList();
  }

  private static final String MESSAGE_PASSING =
      """
      atomic_int data, flag;
      void *writer(void *unused) {
        store(data, 1, relaxed);
        store(flag, 1, relaxed);
        return 0;
      }
      int main(void) {
        start(writer);
        if (load(flag, relaxed))
          assert(load(data, relaxed));
        join(writer);
      }
      """;

  @Test
  void messagePassingNeedsReleaseAndAcquire() {
    Violation violation = violation(MemoryModel.RC11, MESSAGE_PASSING);
    assertEquals(
        List.of(
            "storedata1 po storeflag1",
            "storeflag1 rf loadflag1",
            "loadflag1 po loaddata0",
            "loaddata0 fr storedata1"),
        cycle(violation));
    assertEquals(List.of("4 RELEASE", "9 ACQUIRE"), remedy(violation));
    assertEquals(false, violation.weakness().existsSequentially());
    Weakness.Stale stale = violation.weakness().stale().get(0);
    assertEquals("loaddata0", text(violation.trace().get(stale.read())));
    assertEquals("storedata1", text(violation.trace().get(stale.unseen())));
    assertEquals(1, violation.weakness().stale().size());
  }

  @Test
  void whatTheFailureDoesNotDependOnIsLeftOut() {
    Violation violation =
        violation(
            MemoryModel.RC11,
            """
            atomic_int data, flag, other;
            void *bystander(void *unused) {
              store(other, 1, relaxed);
              return 0;
            }
            void *writer(void *unused) {
              store(data, 1, relaxed);
              store(flag, 1, relaxed);
              return 0;
            }
            int main(void) {
              start(bystander);
              start(writer);
              if (load(flag, relaxed))
                assert(load(data, relaxed));
              join(writer);
              join(bystander);
            }
            """);
    assertTrue(violation.trace().stream().noneMatch(step -> step.target().equals("other")));
    assertEquals(4, violation.weakness().cycle().size());
  }

  private static final String STORE_BUFFERING =
      """
      atomic_int x, y, a = 2, b = 2;
      void *one(void *unused) {
        store(x, 1, release);
        store(a, load(y, acquire), release);
        return 0;
      }
      void *two(void *unused) {
        store(y, 1, release);
        store(b, load(x, acquire), release);
        return 0;
      }
      int main(void) {
        start(one);
        start(two);
        join(one);
        join(two);
        assert(load(a, acquire) || load(b, acquire));
      }
      """;

  @Test
  void storeBufferingNeedsOneOrderOfAllFour() {
    Violation violation = violation(MemoryModel.RC11, STORE_BUFFERING);
    assertEquals(
        List.of("storex1 po loady0", "loady0 fr storey1", "storey1 po loadx0", "loadx0 fr storex1"),
        cycle(violation));
    assertEquals(
        List.of(
            "3 SEQUENTIALLY_CONSISTENT",
            "4 SEQUENTIALLY_CONSISTENT",
            "8 SEQUENTIALLY_CONSISTENT",
            "9 SEQUENTIALLY_CONSISTENT"),
        remedy(violation));
  }

  @Test
  void onTsoItIsEnoughToDrainTheBuffers() {
    Violation violation = violation(MemoryModel.TSO, STORE_BUFFERING);
    assertEquals(
        List.of("3 SEQUENTIALLY_CONSISTENT", "8 SEQUENTIALLY_CONSISTENT"), remedy(violation));
  }

  @Test
  void noOrderHelpsWhereTheModelHasNone() {
    Violation violation = violation(MemoryModel.RA, STORE_BUFFERING);
    assertEquals(4, violation.weakness().cycle().size());
    assertEquals(List.of(), remedy(violation));
  }

  @Test
  void readersThatDisagree() {
    Violation violation =
        violation(
            MemoryModel.RC11,
            """
            atomic_int x, y, a, b;
            void *left(void *unused) { store(x, 1, release); return 0; }
            void *right(void *unused) { store(y, 1, release); return 0; }
            void *one(void *unused) {
              store(a, load(x, acquire) && !load(y, acquire), release);
              return 0;
            }
            void *two(void *unused) {
              store(b, load(y, acquire) && !load(x, acquire), release);
              return 0;
            }
            int main(void) {
              start(left); start(right); start(one); start(two);
              join(left); join(right); join(one); join(two);
              assert(!(load(a, acquire) && load(b, acquire)));
            }
            """);
    assertEquals(6, violation.weakness().cycle().size());
    assertFalse(remedy(violation).isEmpty());
    assertEquals(false, violation.weakness().existsSequentially());
  }

  @Test
  void writesInTwoOrders() {
    Violation violation =
        violation(
            MemoryModel.RC11,
            """
            atomic_int x, y;
            void *one(void *unused) {
              store(x, 1, relaxed);
              store(y, 2, relaxed);
              return 0;
            }
            void *two(void *unused) {
              store(y, 1, relaxed);
              store(x, 2, relaxed);
              return 0;
            }
            int main(void) {
              start(one);
              start(two);
              join(one);
              join(two);
              assert(!(load(x, relaxed) == 1 && load(y, relaxed) == 1));
            }
            """);
    assertEquals(
        List.of(
            "storex1 po storey2", "storey2 mo storey1", "storey1 po storex2", "storex2 mo storex1"),
        cycle(violation));
  }

  @Test
  void whatAnInterleavingDoesIsNotWeak() {
    Violation violation =
        violation(
            MemoryModel.RC11,
            """
            atomic_int x;
            void *add(void *unused) {
              store(x, load(x, relaxed) + 1, relaxed);
              return 0;
            }
            int main(void) {
              start(add);
              store(x, load(x, relaxed) + 1, relaxed);
              join(add);
              assert(load(x, relaxed) == 2);
            }
            """);
    assertNull(violation.weakness());
    // Told as an interleaving: every read sees the latest write.
    long last = -1;
    for (int i = 0; i < violation.trace().size(); i++) {
      Step step = violation.trace().get(i);
      if (step.target().equals("x") && step.operation().equals("load")) {
        assertEquals(last, step.readsFrom());
      } else if (step.target().equals("x")) {
        last = i;
      }
    }
  }
}
