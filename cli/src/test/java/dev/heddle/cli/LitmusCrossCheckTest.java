package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.cli.LitmusCrossCheck.DisagreementException;
import dev.heddle.frontend.litmus.LitmusException;
import dev.heddle.frontend.litmus.LitmusReader;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.cat.CatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code heddle litmus --cross-check}. */
class LitmusCrossCheckTest {
  private static final String MESSAGE =
      """
      C MP
      { int *p = x; }
      P0 (atomic_int* x, atomic_int* y) {
        atomic_store_explicit(x, 1, memory_order_relaxed);
        atomic_store_explicit(y, 1, memory_order_release);
      }
      P1 (atomic_int* x, atomic_int* y, atomic_int** p) {
        int r0 = atomic_load_explicit(y, memory_order_acquire);
        int r1 = atomic_load_explicit(p, memory_order_relaxed);
        int r2 = atomic_load_explicit(x, memory_order_relaxed);
      }
      locations [x; y; 1:r1;]
      exists (1:r0=1 /\\ 1:r2=0)
      """;

  @TempDir private Path folder;

  private int run(Console console, String text, String... options) throws IOException {
    String file = Files.writeString(folder.resolve("t.litmus"), text).toString();
    List<String> line = new ArrayList<>(List.of("litmus", "--cross-check", "-q"));
    line.addAll(List.of(options));
    line.add(file);
    return console.run(line.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "sc,Never 0 3",
    "tso,Never 0 3",
    "pso,Sometimes 1 3",
    "ra,Never 0 3",
    "sra,Never 0 3",
    "rc11,Never 0 3",
    "rc20,Never 0 3",
    "relaxed,Sometimes 1 3"
  })
  void everyEngineAgrees(String model, String observation) throws IOException {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(0, run(console, MESSAGE, "-m", model), console::err);
    assertEquals("Observation MP " + observation + "\n", console.out());
  }

  @Test
  void aModelInAFileIsExploredToo() throws IOException {
    String model =
        Files.writeString(folder.resolve("m.cat"), "acyclic po | rf | co | fr").toString();
    Console console = new Console(Outcomes.SAFE);
    assertEquals(0, run(console, MESSAGE, "-m", model), console::err);
  }

  @Test
  void aDisagreementPrintsBoth() throws LitmusException, CatException {
    LitmusTest test = LitmusReader.read("mp.litmus", MESSAGE);
    LitmusModels models = new LitmusModels("ra");
    LitmusOutcome right = LitmusRun.of(test, models.of(test.architecture()), 2, () -> false, null);
    Map<long[], Long> states = new TreeMap<>(Arrays::compare);
    states.putAll(right.states());
    states.remove(states.keySet().iterator().next());
    LitmusOutcome wrong =
        new LitmusOutcome(
            states, right.positive(), right.negative(), List.of(), false, false, true);
    new LitmusCrossCheck(test, right, 2, () -> false).run(models);
    String message =
        assertThrows(
                DisagreementException.class,
                () -> new LitmusCrossCheck(test, wrong, 2, () -> false).run(models))
            .getMessage();
    assertTrue(message.startsWith("MP: the candidates end in ["), message);
    assertTrue(message.contains("1:r1=x"), message);
    assertTrue(message.contains(", the engine graph in [1:r0=0; "), message);
  }

  @ParameterizedTest
  @CsvSource({"wra,wra has no order of writes", "armv8,is not defined for C tests"})
  void whatCannotBeComparedIsAMistake(String model, String message) throws IOException {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(2, run(console, MESSAGE, "-m", model));
    assertTrue(console.err().contains(message), console::err);
  }

  @Test
  void otherArchitecturesHaveOneEngine() throws IOException {
    Console console = new Console(Outcomes.SAFE);
    String test = "X86 one\n{ }\n P0         ;\n MOV [x],$1 ;\nexists (x=1)\n";
    assertEquals(2, run(console, test));
    assertTrue(console.err().contains("one engine only"), console::err);
  }
}
