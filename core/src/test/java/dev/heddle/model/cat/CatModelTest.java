package dev.heddle.model.cat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading of model files: what is understood, and what the messages about mistakes say. */
class CatModelTest {
  private static CatModel read(String text) throws CatException {
    return CatModel.of("m.cat", text, Architecture.C);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "let x = # m.cat:1:8: expected a set or a relation but found the end of the file",
        "let x = po | # m.cat:1:13: expected a set or a relation but found the end of the file",
        "acyclic nonsense # m.cat:1:9: 'nonsense' is not defined for C tests",
        "acyclic R # m.cat:1:9: this is a set, but a relation is needed",
        "acyclic po | R # m.cat:1:12: the left operand of | is a relation, the right one a set",
        "acyclic R ; po # m.cat:1:9: this is a set, but a relation is needed",
        "acyclic po * R # m.cat:1:9: this is a relation, but a set is needed",
        "acyclic [po] # m.cat:1:10: this is a relation, but a set is needed",
        "let f(a) = a let x = f # ",
        "let f(a) = a acyclic f # m.cat:1:22: this is a function, but a relation is needed",
        "let f(a, b) = a acyclic f(po) # m.cat:1:26: expected 2 values but found 1",
        "include \"absent.cat\" # m.cat:1:1: cannot find absent.cat",
        "acyclic po (* never closed # m.cat:1:12: this comment does not end; expected *)",
        "show \"x # m.cat:1:6: this string does not end; expected a closing \"",
        "acyclic (po # m.cat:1:12: expected ')' but found the end of the file",
        "with co from cross(co) # m.cat:1:14: 'cross' is not defined for C tests",
        "if \"x\" acyclic po # m.cat:1:18: expected 'end' but found the end of the file",
        "let x = if po then rf else co # m.cat:1:15: expected '=', 'subset' or 'in' but found"
            + " 'then'",
        "let x = match R with || {} -> R end # m.cat:1:33: expected '||' but found 'end'",
        "let rec a = b and b = R | po # m.cat:1:25: the left operand of | is a set, the right one"
            + " a relation",
        "po # ",
        "call nothing(po) # m.cat:1:1: there is no procedure 'nothing'",
        "acyclic po & %  # m.cat:1:14: unexpected character '%'",
      })
  void mistakesAreNamedWithTheirPlace(String text, String message) throws CatException {
    String model = text.strip().equals("po") ? "\"m\" po" : text.stripTrailing();
    if (text.strip().equals("po")) {
      CatException e = assertThrows(CatException.class, () -> read(model));
      assertEquals(
          "m.cat:1:5: expected a statement, such as let, acyclic or include, but found 'po'",
          e.getMessage());
    } else if (message == null) {
      assertEquals("m.cat", read(model).name());
    } else {
      assertEquals(
          message.strip(), assertThrows(CatException.class, () -> read(model)).getMessage());
    }
  }

  @Test
  void aModelIsCalledByItsTitle() throws CatException {
    assertEquals("C++11 of today", read("C++11 of today (* comment *)\nacyclic po").name());
    assertEquals("two words", read("\"two words\" acyclic po").name());
    assertEquals("m.cat", read("acyclic po").name());
  }

  @Test
  void coherenceIsSeenInItsUsualShapes() throws CatException {
    assertTrue(read("acyclic po-loc | rf | co | fr").isCoherent());
    assertTrue(read("let com = co | fr | rf acyclic (po & loc | com)+").isCoherent());
    assertTrue(read("acyclic po | rf | co | rf^-1; co").isCoherent());
    assertTrue(read("irreflexive po; (co | fr | rf)+?").isCoherent());
    assertFalse(read("acyclic po-loc | rf | co").isCoherent());
    assertFalse(read("acyclic po-loc & rf | co | fr").isCoherent());
    assertFalse(read("irreflexive po; (rf | co | fr)").isCoherent());
    assertFalse(read("flag ~empty po as x").isCoherent());
    assertFalse(read("~acyclic po-loc | rf | co | fr").isCoherent());
  }

  @Test
  void theWholeLanguageOfTheModelsIsRead() throws CatException {
    CatModel model =
        read(
            """
            "everything" (* nested (* comments *) *) // and others
            enum orders = 'release || 'acquire
            let f(a, b) = a | b
            let g = fun x -> x; x
            let (first, second) = (po, rf)
            let twice = let y = first; second in y | y^-1
            let maybe = try Unknown.set with RLX
            let choice = match 'release with || 'release -> po || _ -> rf end
            let rec a = po | a; b and b = rf | b; a
            let rec reached = IW | range([reached]; po)
            procedure check(r, s) = acyclic r | s as checked end
            call check(f(po, rf), g(co)?)
            forall o in {'release, 'acquire} do empty [tag2events(o)] & rf end
            flag ~empty (R * W) & ~id \\ loc as flagged
            undefined_unless irreflexive po* \\ id as wrong
            with co from generate_cos(0)
            show twice; po as shown
            show rf
            unshow rf
            irreflexive (a^+ ; b^*) & 0 as nothing
            # and comments of one line
            instructions R[{'release, 'acquire}]
            if not "mixed" && ("one" || not "two") let three = po end
            let two = if "mixed" then rf else three
            let rec inside = po | inside; rf and members = range(inside) when irreflexive inside
            match 'acquire with || 'release -> acyclic rf || _ -> acyclic two as matched end
            """);
    assertEquals("everything", model.name());
    assertEquals(7, model.checks().stream().filter(c -> c.use() == Syntax.Use.AXIOM).count());
  }
}
