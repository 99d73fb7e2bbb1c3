package dev.heddle.explore.readsfrom.consistency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.consistency.WitnessSearch.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The three phases of GetWitness, each for itself and together, against all interleavings. */
final class WitnessSearchTest {
  private static final int NO_LAST = Integer.MAX_VALUE;

  private final WitnessSearch search = new WitnessSearch();

  // ---- Traces written down by hand ----------------------------------------------------------

  /**
   * A trace written as one string per thread, events separated by spaces: {@code x=3} writes, and
   * {@code x:3} reads from the write of 3 to x; 0 is the initial value.
   */
  private static Cut trace(String... threads) {
    Cut cut = new Cut();
    cut.clear(threads.length);
    List<String> names = new ArrayList<>();
    List<Character> variables = new ArrayList<>();
    for (int t = 0; t < threads.length; t++) {
      for (String event : threads[t].split(" ", -1)) {
        if (!variables.contains(event.charAt(0))) {
          variables.add(event.charAt(0));
        }
        cut.add(t, variables.indexOf(event.charAt(0)), event.charAt(1) == '=', 0, -1);
        names.add(event);
      }
    }
    for (int e = 0; e < names.size(); e++) {
      if (!cut.writes(e)) {
        cut.setSource(e, names.indexOf(names.get(e).replace(':', '=')));
      }
    }
    cut.seal(variables.size());
    return cut;
  }

  /** Figure 4: the trace τ2 of figure 2; R1 orders the two writes. */
  @Test
  void saturationOrdersTheWritesOfFigureFour() {
    Cut cut = trace("x=1 x:1", "x=2 x:1");
    assertEquals(Answer.UNKNOWN, search.saturate(cut, NO_LAST));
    assertTrue(cut.before(2, 0), "x=2 before x=1");
    assertEquals(Answer.CONSISTENT, search.construct(cut, NO_LAST));
    assertArrayEquals(new int[] {2, 0, 1, 3}, Arrays.copyOf(search.witness(), 4));
  }

  /** Section 2: x=1 x=2 a=2 b=1 has no witness, and there is a cycle to show it. */
  @Test
  void saturationProvesInconsistencyWithACycle() {
    Cut cut = trace("x=1 x:2", "x=2 x:1");
    assertEquals(Answer.INCONSISTENT, search.saturate(cut, NO_LAST));
    Refutation.Cycle cycle = (Refutation.Cycle) search.refutation();
    assertTrue(cycle.events().size() >= 2, cycle.toString());
    RefutationVerifier.verify(cut, cycle);
  }

  // Figure 5. Whoever orders x=3 before x=4 has z=1 before z=6 and y=2 before y=5, and so d before
  // z=6 and f before y=5, which closes a cycle with y=5 before d and z=6 before f.
  private static final String[] FIGURE_FIVE = {
    "z=1", "y=2", "z:1 y:2 x=3", "x=4", "x:4 y=5 z:1", "x:4 z=6 y:2",
  };

  /** The same with other variables, for an order of x=4 before x=3. */
  private static final String[] EXTENSION = {
    "w=1", "v=2", "w:1 v:2 x=4", "x:3 v=5 w:1", "x:3 w=6 v:2",
  };

  /** Example 5.2, first step: saturation adds nothing, but x=4 comes first in every witness. */
  @Test
  void saturationDoesNotSeeTheHiddenOrderOfFigureFive() {
    Cut cut = trace(FIGURE_FIVE);
    assertEquals(Answer.UNKNOWN, search.saturate(cut, NO_LAST));
    int x3 = 4;
    int x4 = 5;
    assertFalse(cut.before(x3, x4));
    assertFalse(cut.before(x4, x3));
    assertTrue(search.decide(cut, NO_LAST));
    List<Integer> witness = Arrays.stream(search.witness()).limit(cut.size()).boxed().toList();
    assertTrue(witness.indexOf(x4) < witness.indexOf(x3), witness.toString());
  }

  /** Example 5.2, second step: two hidden orders contradict, and only phase three knows. */
  @Test
  void phaseThreeDecidesTheExtensionOfFigureFive() {
    List<String> threads = new ArrayList<>(List.of(FIGURE_FIVE));
    threads.set(3, EXTENSION[2]);
    threads.add(EXTENSION[0]);
    threads.add(EXTENSION[1]);
    threads.add(EXTENSION[3]);
    threads.add(EXTENSION[4]);
    Cut cut = trace(threads.toArray(String[]::new));
    assertEquals(Answer.UNKNOWN, search.saturate(cut, NO_LAST));
    assertEquals(Answer.UNKNOWN, search.construct(cut, NO_LAST));
    long before = search.settled[4];
    assertFalse(search.isConsistent(cut, NO_LAST));
    assertEquals(before + 1, search.settled[4], "phase three has decided");
    Refutation.Exhausted positions = (Refutation.Exhausted) search.refutation();
    RefutationVerifier.verify(cut, positions);
  }

  /**
   * Section 7: both writes are part of the kept prefix, where x=1 comes before x=2; only the one
   * who reads x=1 is new, and has to come before x=2.
   */
  @Test
  void newReaderPrecedesWhatOverwritesItsSource() {
    Cut cut = trace("x=1 x=2", "x:1", "y=1");
    SaturatedPrefix prefix = saturated(prefix(cut, new int[] {2, 0, 1}));
    assertEquals(Answer.UNKNOWN, search.saturate(cut, prefix));
    assertTrue(cut.before(2, 1), "x:1 before x=2");
    assertFalse(cut.before(3, 1), "nothing orders y=1");
  }

  /** The same where only a rule has ordered the two writes. */
  @Test
  void newReaderPrecedesWhatARuleOrdersAfterItsSource() {
    Cut cut = trace("x=1", "x=2 x:1", "x:2");
    SaturatedPrefix prefix = saturated(prefix(cut, new int[] {1, 2, 0}));
    assertEquals(Answer.UNKNOWN, search.saturate(cut, prefix));
    assertTrue(cut.before(3, 0), "x:2 before x=1");
  }

  /** A cycle that leads through an order of the kept prefix has that order in its proof. */
  @Test
  void proofShowsOrdersThatWereKept() {
    Cut cut = trace("x=1", "x=2 x:1", "x:1 x:2");
    SaturatedPrefix prefix = saturated(prefix(cut, new int[] {1, 2, 1}));
    assertEquals(Answer.INCONSISTENT, search.saturate(cut, prefix));
    RefutationVerifier.verify(cut, search.refutation());
  }

  /** A search has met ten threads, and another one, which shares the prefix, only three of them. */
  @Test
  void prefixOfSearchThatKnowsMoreThreads() {
    Cut cut = trace("x=1", "x=2 x:1", "x:2");
    Cut wider = new Cut();
    wider.clear(10);
    wider.add(0, 0, true, 0, -1);
    wider.add(1, 0, true, 0, -1);
    wider.setSource(wider.add(1, 0, false, 0, -1), 0);
    wider.seal(1);
    assertEquals(Answer.UNKNOWN, search.saturate(cut, saturated(wider)));
    assertTrue(cut.before(3, 0), "x:2 before x=1");
    assertFalse(cut.before(0, 3), "x=1 behind x:2");
  }

  /** Who reads a write and additions that happen before it has no witness. */
  @Test
  void newReaderOfAdditionsThatAreHidden() {
    Cut cut = new Cut();
    cut.clear(3);
    int[] additions = new int[3];
    for (int i = 0; i < additions.length; i++) {
      additions[i] = cut.add(0, 0, true, 0, -1);
      cut.setAdds(additions[i], true);
    }
    int signal = cut.add(0, 1, true, 0, -1);
    int signalled = cut.add(1, 1, false, 0, -1);
    cut.setSource(signalled, signal);
    int write = cut.add(1, 0, true, 0, -1);
    cut.setGuided(cut.size());
    int reader = cut.add(2, 0, false, 0, -1);
    cut.setSource(reader, write);
    cut.setSummands(reader, additions);
    cut.seal(2);
    SaturatedPrefix prefix = saturated(prefix(cut, new int[] {4, 2, 0}));
    assertEquals(Answer.INCONSISTENT, search.saturate(cut, prefix));
    RefutationVerifier.verify(cut, search.refutation());
  }

  /** An added event may come last of all, behind an event of its thread that touches nothing. */
  @Test
  void addedEventRunsBehindOneThatTouchesNothing() {
    Cut cut = new Cut();
    cut.clear(2);
    int write = cut.add(0, 0, true, 0, -1);
    cut.add(1, -1, false, 0, -1);
    cut.setGuided(cut.size());
    int added = cut.add(1, 0, false, 0, -1);
    cut.setSource(added, write);
    cut.seal(1);
    assertTrue(search.runs(cut, -1), "no phase is needed");
    assertArrayEquals(new int[] {0, 1, 2}, Arrays.copyOf(search.witness(), 3));
  }

  // ---- Prefixes that are kept ---------------------------------------------------------------

  /** The events that a trace begins with, as a trace of their own. */
  private static Cut prefix(Cut cut, int[] counts) {
    Cut prefix = new Cut();
    prefix.clear(cut.threads());
    int[] number = new int[cut.size()];
    for (int e = 0; e < cut.size(); e++) {
      if (cut.index(e) <= counts[cut.thread(e)]) {
        number[e] = prefix.add(cut.thread(e), cut.location(e), cut.writes(e), 0, -1);
        prefix.setAdds(number[e], cut.adds(e));
      }
    }
    for (int e = 0; e < cut.size(); e++) {
      if (cut.index(e) <= counts[cut.thread(e)]) {
        prefix.setSource(number[e], cut.source(e) < 0 ? cut.source(e) : number[cut.source(e)]);
        prefix.setSummands(number[e], Arrays.stream(cut.summands(e)).map(a -> number[a]).toArray());
      }
    }
    prefix.seal(cut.locations());
    return prefix;
  }

  private static SaturatedPrefix saturated(Cut prefix) {
    return saturated(prefix, SaturatedPrefix.EMPTY);
  }

  private static SaturatedPrefix saturated(Cut prefix, SaturatedPrefix shorter) {
    SaturatedHappensBefore saturation = new SaturatedHappensBefore();
    saturation.start(prefix, shorter);
    assertTrue(saturation.saturate(0), "a prefix has a witness");
    return saturation.prefix();
  }

  /** As much of each thread as an order of the events has among its first. */
  private static int[] counts(Cut cut, int[] order, int length) {
    int[] counts = new int[cut.threads()];
    for (int i = 0; i < length; i++) {
      counts[cut.thread(order[i])]++;
    }
    return counts;
  }

  /**
   * A consistent trace is built from two prefixes that are kept, and an event gets another source,
   * as in an exploration: the saturated order is that of a saturation from nothing.
   */
  @Test
  void keptPrefixesGiveTheSameOrder() {
    int traces = Integer.getInteger("heddle.fuzz.traces", 20_000);
    int compared = 0;
    int cyclic = 0;
    for (int seed = 0; seed < traces; seed++) {
      Random random = new Random(seed);
      Cut whole = random.nextBoolean() ? random(random) : randomWithAdditions(random);
      if (search.isConsistent(whole, NO_LAST)) {
        int[] witness = Arrays.copyOf(search.witness(), whole.size());
        int kept = random.nextInt(whole.size());
        int[] counts = counts(whole, witness, kept);
        SaturatedPrefix prefix =
            saturated(
                prefix(whole, counts),
                saturated(prefix(whole, counts(whole, witness, random.nextInt(kept + 1)))));
        Cut changed = prefix(whole, counts(whole, witness, whole.size()));
        int last = witness[kept + random.nextInt(whole.size() - kept)];
        if (changed.source(last) != Cut.NOT_READING) {
          changed.setSource(last, source(changed, last, false, random));
          changed.seal(whole.locations());
        }
        changed.setGuided(random.nextInt(whole.size() + 1));
        cyclic += assertSameOrder(changed, prefix, "seed " + seed) ? 0 : 1;
        compared++;
      }
    }
    assertTrue(compared > traces / 10, "only " + compared + " are compared");
    assertTrue(cyclic > compared / 50, "only " + cyclic + " are cyclic");
  }

  private static int[] clocks(Cut cut) {
    int[] clocks = new int[cut.size() * cut.threads()];
    for (int e = 0; e < cut.size(); e++) {
      cut.copyClock(e, clocks, e * cut.threads());
    }
    return clocks;
  }

  /** Whether a trace can be saturated, from nothing as well as from a prefix. */
  private boolean assertSameOrder(Cut cut, SaturatedPrefix prefix, String name) {
    Answer expected = search.saturate(cut, NO_LAST);
    int[] clocks = clocks(cut);
    assertEquals(expected, search.saturate(cut, prefix), name);
    if (expected == Answer.INCONSISTENT) {
      RefutationVerifier.verify(cut, search.refutation());
      return false;
    }
    assertArrayEquals(clocks, clocks(cut), name);
    assertEquals(search.decide(cut, NO_LAST), search.decide(cut, prefix), name);
    return true;
  }

  // ---- Random traces ------------------------------------------------------------------------

  /** Up to 5 threads of 6 events over few variables, and sources at random. */
  private static Cut random(Random random) {
    int threads = 2 + random.nextInt(4);
    int[] left = new int[threads];
    int most = 1 + random.nextInt(6);
    Arrays.setAll(left, t -> 1 + random.nextInt(most));
    return random(random, left);
  }

  private static Cut randomWithAdditions(Random random) {
    int[] left = new int[2 + random.nextInt(3)];
    Arrays.setAll(left, t -> 1 + random.nextInt(5));
    return random(random, left, 1 + random.nextInt(3));
  }

  private static Cut random(Random random, int[] left) {
    return random(random, left, 0);
  }

  /**
   * A random trace.
   *
   * @param additions in how many of four cases a write is an addition
   */
  private static Cut random(Random random, int[] left, int additions) {
    Cut cut = new Cut();
    int threads = left.length;
    int variables = 1 + random.nextInt(4);
    int total = Arrays.stream(left).sum();
    cut.clear(threads);
    boolean[] reads = new boolean[total];
    while (cut.size() < total) {
      int t = random.nextInt(threads);
      if (left[t]-- > 0) {
        int kind = random.nextInt(9);
        reads[cut.size()] = kind < 5;
        int e = cut.add(t, random.nextInt(variables), kind >= 4, 0, -1);
        cut.setAdds(e, kind > 4 && additions > 0 && random.nextInt(4) < additions);
      }
    }
    boolean nearby = random.nextBoolean();
    for (int e = 0; e < total; e++) {
      if (reads[e]) {
        cut.setSource(e, source(cut, e, nearby, random));
        cut.setSummands(e, summands(cut, e, nearby && random.nextInt(8) > 0, random));
      }
    }
    cut.seal(variables);
    return cut;
  }

  /** Mostly the latest write before the read, so that not all traces are inconsistent. */
  private static int source(Cut cut, int e, boolean nearby, Random random) {
    int latest = Cut.INITIAL;
    List<Integer> writes = new ArrayList<>(List.of(Cut.INITIAL));
    for (int w = 0; w < cut.size(); w++) {
      if (cut.writes(w) && !cut.adds(w) && w != e && cut.location(w) == cut.location(e)) {
        writes.add(w);
        latest = w < e ? w : latest;
      }
    }
    return nearby && random.nextInt(8) > 0 ? latest : writes.get(random.nextInt(writes.size()));
  }

  /** The additions between the source and the read, or else any. */
  private static int[] summands(Cut cut, int e, boolean nearby, Random random) {
    return IntStream.range(0, cut.size())
        .filter(a -> cut.adds(a) && cut.location(a) == cut.location(e))
        .filter(a -> nearby ? cut.source(e) < a && a < e : random.nextInt(4) == 0)
        .toArray();
  }

  /** What a variable contains: a write and additions to it, in order. */
  private static List<List<Integer>> initially(Cut cut) {
    return new ArrayList<>(Collections.nCopies(cut.locations(), List.of(Cut.INITIAL)));
  }

  private static boolean readsWhatItShould(Cut cut, int e, List<Integer> content) {
    List<Integer> expected = new ArrayList<>(List.of(cut.source(e)));
    Arrays.stream(cut.summands(e)).sorted().forEach(expected::add);
    return cut.source(e) == Cut.NOT_READING || expected.equals(content);
  }

  private static List<Integer> after(Cut cut, int e, List<Integer> content) {
    if (!cut.adds(e)) {
      return cut.writes(e) ? List.of(e) : content;
    }
    List<Integer> more = new ArrayList<>(content);
    more.add(e);
    Collections.sort(more.subList(1, more.size()));
    return more;
  }

  /** Whether some interleaving is a witness: all are tried, states being visited once. */
  private static boolean bruteForce(
      Cut cut, int[] placed, List<List<Integer>> memory, Set<String> visited) {
    if (Arrays.stream(placed).sum() == cut.size()) {
      return true;
    }
    if (!visited.add(Arrays.toString(placed) + memory)) {
      return false;
    }
    for (int e = 0; e < cut.size(); e++) {
      int t = cut.thread(e);
      int x = cut.location(e);
      List<Integer> content = memory.get(x);
      if (cut.index(e) != placed[t] + 1 || !readsWhatItShould(cut, e, content)) {
        continue;
      }
      placed[t]++;
      memory.set(x, after(cut, e, content));
      boolean found = bruteForce(cut, placed, memory, visited);
      placed[t]--;
      memory.set(x, content);
      if (found) {
        return true;
      }
    }
    return false;
  }

  private static boolean bruteForce(Cut cut) {
    return bruteForce(cut, new int[cut.threads()], initially(cut), new HashSet<>());
  }

  private static void assertWitness(Cut cut, int[] witness) {
    int[] placed = new int[cut.threads()];
    List<List<Integer>> memory = initially(cut);
    for (int i = 0; i < cut.size(); i++) {
      int e = witness[i];
      int x = cut.location(e);
      assertEquals(++placed[cut.thread(e)], cut.index(e));
      assertTrue(readsWhatItShould(cut, e, memory.get(x)), () -> e + " in " + memory);
      memory.set(x, after(cut, e, memory.get(x)));
    }
  }

  @Test
  void agreesWithBruteForceOnRandomTraces() {
    int traces = Integer.getInteger("heddle.fuzz.traces", 20_000);
    assertAgreesWithBruteForce(traces, WitnessSearchTest::random);
  }

  /** As long as they can be; few of them are consistent, as each has many reads. */
  @Test
  void agreesWithBruteForceOnFiveThreadsOfSixEvents() {
    int traces = Integer.getInteger("heddle.fuzz.traces", 20_000) / 40;
    assertAgreesWithBruteForce(traces, random -> random(random, new int[] {6, 6, 6, 6, 6}));
  }

  /** Reads of sums, of which many have a witness and many have not. */
  @Test
  void agreesWithBruteForceOnTracesWithAdditions() {
    int traces = Integer.getInteger("heddle.fuzz.traces", 20_000);
    assertAgreesWithBruteForce(traces, WitnessSearchTest::randomWithAdditions);
  }

  private void assertAgreesWithBruteForce(int traces, Function<Random, Cut> generator) {
    int consistent = 0;
    for (int seed = 0; seed < traces; seed++) {
      Cut cut = generator.apply(new Random(seed));
      consistent += assertAgreesWithBruteForce(cut, "seed " + seed) ? 1 : 0;
    }
    assertTrue(consistent > traces / 10, "only " + consistent + " are consistent");
    assertTrue(consistent < traces - traces / 10, "only " + consistent + " are consistent");
  }

  private boolean assertAgreesWithBruteForce(Cut cut, String name) {
    boolean expected = bruteForce(cut);
    assertEquals(expected, search.isConsistent(cut, NO_LAST), name);
    if (expected) {
      assertWitness(cut, search.witness());
    } else {
      RefutationVerifier.verify(cut, search.refutation());
    }
    if (search.saturate(cut, NO_LAST) == Answer.INCONSISTENT) {
      assertFalse(expected, name);
      RefutationVerifier.verify(cut, search.refutation());
      return expected;
    }
    if (search.construct(cut, NO_LAST) == Answer.CONSISTENT) {
      assertTrue(expected, name);
      assertWitness(cut, search.witness());
    }
    search.saturate(cut, NO_LAST);
    int[] decided = new ConsistencyDecision(cut).decide();
    assertEquals(expected, decided != null, name);
    if (expected) {
      assertWitness(cut, decided);
    }
    return expected;
  }
}
