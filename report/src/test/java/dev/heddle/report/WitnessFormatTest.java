package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WitnessFormatTest {
  private static final Witness WITNESS =
      new Witness(
          "1.0",
          "a.c",
          "sha256:12",
          "sha256:34",
          List.of("-DN=2", "-I \"x\""),
          "sc",
          5,
          "0..2",
          "purity await",
          "assertion",
          "a.c:17",
          List.of(new Choice(0, 0), new Choice(2, 1), new Choice(0, 0)),
          List.of(Violation.NOTHING, Violation.INITIAL, 0));

  private static final String TEXT =
      """
      {"format":"heddle-witness","version":"1.0","file":"a.c","source":"sha256:12",\
      "program":"sha256:34","clangArguments":["-DN=2","-I \\"x\\""],"model":"sc","unroll":5,\
      "environment":"0..2","reductions":"purity await","kind":"assertion","place":"a.c:17","schedule":[[0,0],[2,1],[0,0]],\
      "sources":[null,"initial",0]}
      """;

  private static String complaint(String text) {
    return assertThrows(WitnessFormat.DamagedException.class, () -> WitnessFormat.read(text))
        .getMessage();
  }

  @Test
  void textAndBack() throws WitnessFormat.DamagedException {
    assertEquals(TEXT, WitnessFormat.write(WITNESS));
    assertEquals(WITNESS, WitnessFormat.read(TEXT));
  }

  @Test
  void unknownFieldsAreForTheFuture() throws WitnessFormat.DamagedException {
    assertEquals(WITNESS, WitnessFormat.read(TEXT.replace("{", "{\"new\":[{\"a\":1}],")));
  }

  @Test
  void sourcesOfOldFilesFollowFromTheOrder() throws WitnessFormat.DamagedException {
    String old = TEXT.replace(",\"sources\":[null,\"initial\",0]", "");
    Witness read = WitnessFormat.read(old);
    assertEquals(WITNESS.schedule(), read.schedule());
    assertEquals(List.of(), read.sources());
    assertEquals(old, WitnessFormat.write(read));
  }

  @Test
  void everyTruncationIsNoticed() {
    String text = TEXT.strip();
    for (int length = 0; length < text.length(); length++) {
      complaint(text.substring(0, length));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "heddle-witness | something | it is no witness of Heddle",
        "\"kind\" | \"sort\" | it has no 'kind'",
        "\"unroll\":5 | \"unroll\":\"5\" | expected numbers in 'unroll'",
        "\"unroll\":5 | \"unroll\":-5 | there is a negative number in 'unroll'",
        "[0,0] | [0,0,0] | expected pairs in 'schedule'",
        "[0,0] | 7 | expected pairs in 'schedule'",
        "[[0,0],[2,1],[0,0]] | {} | expected a list in 'schedule'",
        "\"a.c\" | null | expected text in 'file'",
        "\"sc\" | \"sc\",\"model\":\"tso\" | it has 'model' twice",
        "0]} | 0]}{} | something follows the JSON object",
        "[2,1] | [99999999999,1] | it is no whole JSON object",
        "\"initial\",0] | 0] | it has 2 sources for 3 steps",
        "\"initial\",0] | \"initial\",3] | there is no step 3 to read from",
        "\"initial\" | \"first\" | expected numbers in 'sources'",
        "null | -1 | there is a negative number in 'sources'",
        "[null,\"initial\",0] | 7 | expected a list in 'sources'"
      })
  void damageIsNamed(String part, String instead, String complaint) {
    assertEquals(complaint, complaint(TEXT.replace(part, instead)));
  }

  @Test
  void otherFilesAreNoWitnesses() {
    assertEquals("expected a JSON object", complaint("[]"));
    assertEquals("expected a JSON object", complaint(""));
    assertEquals("it is no whole JSON object", complaint("int main(void) { return 0; }"));
  }
}
