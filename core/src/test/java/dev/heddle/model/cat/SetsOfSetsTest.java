package dev.heddle.model.cat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.axiomatic.RandomLitmus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is evaluated in each execution: sets of sets, recursive functions and choices. */
class SetsOfSetsTest {
  private static final String COHERENT = "acyclic po-loc | rf | co | fr\n";

  private static LitmusOutcome outcome(String model, long seed) throws CatException {
    CatModel judge = CatModel.of("m.cat", model, Architecture.X86);
    return LitmusRun.of(
        new RandomLitmus(seed, Architecture.X86, false).next(), judge, 2, () -> false, null);
  }

  private static void assertSame(String expected, String model, int tests) throws CatException {
    for (long seed = 0; seed < tests; seed++) {
      LitmusOutcome one = outcome(expected, seed);
      LitmusOutcome other = outcome(model, seed);
      assertEquals(one.states(), other.states(), "seed " + seed);
      assertEquals(one.positive() + one.negative(), other.positive() + other.negative());
    }
  }

  @Test
  void coherenceOrdersAreTheOnesThatTheLanguageGenerates() throws CatException {
    assertSame(
        COHERENT,
        """
        include "cross.cat"
        let every = generate_cos(co0)
        with co from every
        """
            + COHERENT,
        17); // the next one has so many writes that all orders of them take a minute
  }

  @Test
  void aLinearisationOfAllEventsIsSequentialConsistency() throws CatException {
    assertSame(
        "acyclic po | rf | co | fr",
        COHERENT + "with order from linearisations(_ \\ IW, po | rf | co | fr)",
        40);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A set is what its elements make it.
        "let rec copy(S) = match S with || {} -> {} || e ++ rest -> e ++ copy(rest) end\n"
            + "empty (copy(R) \\ R) | (R \\ copy(R))",
        "let rec copy(r) = match r with || p ++ rest -> p ++ copy(rest) || {} -> 0 end\n"
            + "empty (copy(po) \\ po) | (po \\ copy(po))",
        // Functions that call each other; conditions on sets.
        """
        let rec even(S) = match S with || {} -> po || e ++ rest -> odd(rest) end
        and odd(S) = match S with || {} -> 0 || e ++ rest -> even(rest) end
        empty even(W) & (if even(W) = po then 0 else _ * _)
        """,
        "empty if R subset M then 0 else po | rf",
        "empty if R in {W, R} then 0 else id",
        "empty if {} in {W, R} then id else 0",
        "let one = {R} | {W} empty if one = {W, R} then 0 else id",
        "empty if ({R, W} & {W}) \\ {W} = {} then 0 else id",
        "empty if map (fun S -> S | R) {R, W} = {R, M} then 0 else id",
        // Locations cut the accesses into classes.
        "let rec related(classes) = match classes with || {} -> 0"
            + " || c ++ rest -> (c * c) | related(rest) end\n"
            + "let all = related(partition(M)) empty (all \\ loc) | (loc & (M * M) \\ all)",
        "empty (if classes(loc & (M * M)) = partition(M) then 0 else id)",
        "empty (if linearisations(IW, IW * IW) = {} then 0 else if IW = {} then 0 else id)",
        "empty different-values(rf)",
      })
  void theseHoldInEveryExecution(String model) throws CatException {
    assertSame(COHERENT, COHERENT + model, 40);
  }

  /** Matching of brackets, as Linux's model does it: not monotone, so the order of steps counts. */
  @Test
  void definitionsSeeTheNewestValuesOfEachOther() throws CatException {
    assertSame(
        COHERENT,
        COHERENT
            + """
            let pairs = let rec open = W \\ domain(matched)
              and close = R \\ range(matched)
              and both = open | close
              and near = [both]; po; [both]
              and matched = matched | ([open]; po; [close]) \\ (near; near)
              in matched
            empty (pairs; pairs^-1 | pairs^-1; pairs) \\ id
            """,
        40);
  }

  @Test
  void namesThatNobodyKnowsAreNotEmptySets() {
    String model =
        "let rec f(S) = match S with || {} -> Typo || e ++ rest -> f(rest) end empty f(W)";
    CatEvaluationException e = assertThrows(CatEvaluationException.class, () -> outcome(model, 1));
    assertEquals("m.cat:1:38: 'Typo' is not defined for X86 tests", e.getMessage());
  }

  @Test
  void endlessRecursionIsAnError() {
    CatEvaluationException e =
        assertThrows(
            CatEvaluationException.class, () -> outcome("let rec f(x) = f(x) acyclic f(po)", 1));
    assertTrue(e.getMessage().endsWith("functions call each other too deeply"), e.getMessage());
  }
}
