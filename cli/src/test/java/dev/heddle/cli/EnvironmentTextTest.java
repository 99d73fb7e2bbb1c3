package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.heddle.frontend.llvm.Environment;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnvironmentTextTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    List<Environment> worlds =
        List.of(
            Environment.USUAL,
            new Environment(-1, 4, true),
            new Environment(0, 0, false, true, true, List.of("", "a b", "%=é"), "one\ntwo \u00ff"));
    for (Environment world : worlds) {
      assertEquals(world, EnvironmentText.parse(EnvironmentText.of(world)));
    }
  }

  @Test
  void otherTextsAreRefused() {
    assertNull(EnvironmentText.parse(""));
    assertNull(EnvironmentText.parse("0..2 more"));
    assertNull(EnvironmentText.parse("2..0"));
    assertNull(EnvironmentText.parse("0..2 argument=%zz"));
  }

  @Test
  void argumentsAreSplitAsAShellDoes() {
    assertEquals(List.of(), ArgumentText.split("  "));
    assertEquals(List.of("2", "a b", "c\"d", ""), ArgumentText.split(" 2 \"a b\"  c\\\"d ''"));
    assertEquals(List.of("a\\b"), ArgumentText.split("'a\\b'"));
    assertNull(ArgumentText.split("'a"));
  }
}
