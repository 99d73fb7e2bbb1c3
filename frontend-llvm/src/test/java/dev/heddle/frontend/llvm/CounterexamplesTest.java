package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explain.ExplainedExploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.program.FailureKind;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What counterexamples of C programs call things. */
class CounterexamplesTest {
  private static Outcome check(String text, String... arguments) {
    return new ExplainedExploration(new OptimalExploration())
        .explore(Source.c(text, arguments).load(), Limits.NONE, new Progress());
  }

  private static Violation violation(String text, String... arguments) {
    return check(text, arguments).violations().get(0);
  }

  private static String text(Step step) {
    return step.thread()
        + " "
        + step.operation()
        + " "
        + step.target()
        + (step.text().isEmpty() ? "" : " " + step.text())
        + (step.becomes().isEmpty() ? "" : " -> " + step.becomes());
  }

  private static List<String> trace(Violation violation) {
    return violation.trace().stream().map(CounterexamplesTest::text).toList();
  }

  @Test
  void namesAndValuesAsTheUserWroteThem() {
    Violation violation =
        violation(
            """
            #include <assert.h>
            #include <pthread.h>
            #include <stdbool.h>
            #include <stdlib.h>
            typedef struct item {
              struct item *next;
              double weight;
              bool used;
              enum kind { SMALL, LARGE = 7 } kind;
              unsigned count;
              char letter;
              union { int i; short s[2]; };
              int grid[2][3];
            } item_t;
            item_t *items, spare[2];
            item_t **table;
            void *run(void *argument) {
              int *shared = argument;
              static int calls;
              *shared = -1;
              calls = 1;
              items->weight = 2.5;
              items->used = true;
              items->kind = LARGE;
              items->count = 4000000000u;
              items->letter = 'q';
              items->s[1] = -3;
              items->grid[1][2] = 4;
              items->next = &spare[1];
              table[2] = items;
              table[2]->next = 0;
              assert(0);
              return 0;
            }
            int main(void) {
              pthread_t t;
              int mine = 3;
              items = calloc(1, sizeof *items);
              table = calloc(4, sizeof *table);
              pthread_create(&t, 0, run, &mine);
              pthread_join(t, 0);
              return 0;
            }
            """);
    assertEquals(
        List.of(
            "0 store items &item#1",
            "0 store table &heap#1",
            "0 create thread 1 run",
            "1 store mine of main -1",
            "1 store calls 1",
            "1 store items->weight 2.5",
            "1 store items->used true",
            "1 store items->kind LARGE",
            "1 store items->count 4000000000",
            "1 store items->letter 'q'",
            "1 store items->s[1] -3",
            "1 store items->grid[1][2] 4",
            "1 store items->next &spare[1]",
            "1 store table[2] &item#1",
            "1 store items->next NULL"),
        trace(violation).stream().filter(step -> !step.contains("load")).toList());
    assertEquals(
        List.of("item#1", "heap#1"),
        violation.mentioned().stream().map(Violation.MemoryObject::name).toList());
  }

  @Test
  void heapNodesAreCalledByTheWayToThem() {
    Violation violation =
        violation(
            """
            #include <assert.h>
            #include <pthread.h>
            #include <stdlib.h>
            struct node { int value; struct node *next; };
            struct { struct node *top; } stack;
            void *run(void *unused) {
              struct node *first = malloc(sizeof *first);
              struct node *second = malloc(sizeof *second);
              second->value = 2;
              first->next = second;
              stack.top = first;
              second->value = 3;
              stack.top = second;
              second->value = 4;
              first->value = 1;
              assert(0);
              return 0;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, run, 0);
              return 0;
            }
            """);
    assertEquals(
        List.of(
            "0 create thread 1 run",
            "1 store node#1.value 2",
            "1 store node#2.next &node#1",
            "1 store stack.top &node#2",
            "1 store stack.top->next->value 3",
            "1 store stack.top &node#1",
            "1 store stack.top->value 4",
            "1 store node#2.value 1"),
        trace(violation));
  }

  @Test
  void withoutDebugInformationThereAreStillNamesOfGlobals() {
    Violation violation =
        violation(
            """
            #include <assert.h>
            #include <pthread.h>
            struct { int a, b; } pair;
            void *run(void *unused) { pair.b = 1; assert(0); return 0; }
            int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return 0; }
            """,
            "-g0");
    assertEquals(List.of("0 create thread 1 run", "1 store pair+4 1"), trace(violation));
  }

  @Test
  void libraryTypesHaveNoInside() {
    Violation violation =
        violation(
            """
            #include <assert.h>
            #include <pthread.h>
            struct { int x; pthread_mutex_t m; } s = {0, PTHREAD_MUTEX_INITIALIZER};
            void *run(void *unused) {
              pthread_mutex_lock(&s.m);
              pthread_mutex_unlock(&s.m);
              pthread_mutex_unlock(&s.m);
              return 0;
            }
            int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return 0; }
            """);
    assertEquals(FailureKind.UNLOCK_NOT_HELD, violation.kind());
    assertTrue(violation.message().endsWith(": s.m"), violation.message());
    assertEquals(
        List.of("0 create thread 1 run", "1 lock s.m", "1 unlock s.m", "1 unlock s.m"),
        trace(violation));
  }

  @Test
  void stackHasTheUsersFunctionsOnly() {
    Violation violation =
        violation(
            """
            #include <pthread.h>
            #include <stdlib.h>
            #include <string.h>
            char *text;
            static void fill(const char *content) {
              strcpy(text, content);
            }
            static void twice(const char *content) {
              fill(content + 1);
              fill(content);
            }
            void *run(void *unused) { twice("four"); return 0; }
            int main(void) {
              pthread_t t;
              text = malloc(4);
              pthread_create(&t, 0, run, 0);
              return 0;
            }
            """);
    assertEquals(FailureKind.OUT_OF_BOUNDS, violation.kind());
    assertEquals(6, violation.location().line());
    assertEquals(
        List.of("fill 6", "twice 10", "run 12"),
        violation.stack().stream().map(f -> f.function() + " " + f.location().line()).toList());
    assertEquals(4, violation.object().bytes());
    assertEquals(15, violation.object().allocated().location().line());
    assertEquals(0, violation.object().allocated().thread());
  }

  @Test
  void doubleFreeTellsBothFrees() {
    Violation violation =
        violation(
            """
            #include <pthread.h>
            #include <stdlib.h>
            int *p;
            void *run(void *unused) {
              free(p);
              return 0;
            }
            int main(void) {
              pthread_t t, u;
              p = malloc(sizeof *p);
              pthread_create(&t, 0, run, 0);
              pthread_create(&u, 0, run, 0);
              return 0;
            }
            """);
    assertEquals(FailureKind.DOUBLE_FREE, violation.kind());
    assertEquals(5, violation.location().line());
    assertEquals(10, violation.object().allocated().location().line());
    assertEquals(5, violation.object().freed().location().line());
    assertEquals("int#1", violation.object().name());
  }

  @Test
  void theLockOfAMutexThatIsDestroyedMattersMost() {
    Violation violation =
        violation(
            """
            #include <pthread.h>
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            int x;
            void *run(void *unused) {
              pthread_mutex_lock(&m);
              x = 1;
              return 0;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, run, 0);
              pthread_join(t, 0);
              pthread_mutex_destroy(&m);
              return 0;
            }
            """);
    assertEquals(FailureKind.LOCK_MISUSE, violation.kind());
    List<String> nearest =
        violation.trace().stream()
            .filter(step -> step.distance() == 0)
            .map(CounterexamplesTest::text)
            .toList();
    assertEquals(List.of("1 lock m", "0 destroy m"), nearest);
  }

  @Test
  void objectsMadeByNewHaveTheNamesOfTheirTypes() {
    Source source =
        Source.of(
            "test.cpp",
            """
            #include <pthread.h>
            template <class T> struct Box {
              struct Block { long count; T value; Block(T v) : count(1), value(v) {} };
              Block *block;
              Box(T v) : block(new Block(v)) {}
            };
            static void *run(void *box) {
              delete static_cast<Box<int> *>(box)->block;
              return nullptr;
            }
            int main() {
              Box<int> box(1);
              pthread_t t;
              pthread_create(&t, nullptr, run, &box);
              pthread_join(t, nullptr);
              return box.block->value;
            }
            """);
    Violation violation =
        new ExplainedExploration(new OptimalExploration())
            .explore(source.load(), Limits.NONE, new Progress())
            .violations()
            .get(0);
    assertEquals(FailureKind.USE_AFTER_FREE, violation.kind());
    assertEquals("Block#1", violation.object().name());
  }

  @Test
  void leaksNameTheirPlaces() {
    Outcome outcome =
        check(
            """
            #include <pthread.h>
            #include <stdlib.h>
            int *kept;
            void *run(void *unused) {
              int *lost = malloc(4);
              *lost = 1;
              kept = malloc(4);
              return 0;
            }
            int main(void) {
              pthread_t t;
              pthread_create(&t, 0, run, 0);
              pthread_join(t, 0);
              return 0;
            }
            """);
    assertEquals(1, outcome.warnings().size());
    assertTrue(outcome.warnings().get(0).contains("test.c:5: memory allocated here leaks"));
  }
}
