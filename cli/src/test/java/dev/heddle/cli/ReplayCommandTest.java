package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explain.ExplainedExploration;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayCommandTest {
  @TempDir private Path folder;
  private String source;
  private String witness;

  @BeforeEach
  void writeSource() throws IOException {
    source = Files.writeString(folder.resolve("lost.c"), "int main(void);\n").toString();
    witness = folder.resolve("bug.json").toString();
  }

  /** Two threads increment a number that is big enough for one of them only. */
  private static Program lostUpdate(int wanted) {
    ProgramBuilder builder = new ProgramBuilder("lost.c");
    Value x = builder.global("x", 4);
    Value increment =
        builder.function(
            "increment",
            body -> {
              Value sum = body.binary(BinaryOperator.ADD, 32, body.load(x, 4), Value.of(1));
              body.store(x, sum, 4);
            });
    builder.function(
        "main",
        body -> {
          Value first = body.spawn(increment, Value.of(0));
          Value second = body.spawn(increment, Value.of(0));
          body.join(first);
          body.join(second);
          body.check(body.compare(Relation.EQ, 32, body.load(x, 4), Value.of(wanted)));
        });
    return builder.build();
  }

  private static Console console(int wanted) {
    Console console = new Console(new ExplainedExploration(new OptimalExploration()));
    console.program = lostUpdate(wanted);
    return console;
  }

  private static Console console() {
    return console(2);
  }

  private void save(String... options) {
    List<String> args = new ArrayList<>(List.of("check", "-m", "sc", "--witness", witness, source));
    args.addAll(List.of(options));
    Console console = console();
    assertEquals(1, console.run(args.toArray(String[]::new)), console::err);
    assertEquals(
        "heddle: the witness is in "
            + witness
            + "; to see it again: heddle replay "
            + witness
            + "\n",
        console.err());
  }

  private void damage(String part, String instead) throws IOException {
    String text = Files.readString(Path.of(witness));
    assertTrue(text.contains(part), text);
    Files.writeString(Path.of(witness), text.replace(part, instead));
  }

  private String refusal() {
    Console console = console();
    assertEquals(2, console.run("replay", witness));
    assertEquals("", console.out());
    return console.err().replace(folder + "/", "");
  }

  // ---- Confirmation ---------------------------------------------------------------------------

  @Test
  void replayShowsWhatCheckShowed() {
    Console check = console();
    assertEquals(1, check.run("check", "-m", "sc", "--witness", witness, source));
    Console replay = console();
    assertEquals(1, replay.run("replay", witness), replay::err);
    assertTrue(replay.out().startsWith("violation  " + source + "  1 execution  SC"));
    assertEquals(afterVerdict(check), afterVerdict(replay));
    assertTrue(replay.out().contains("thread 1: increment"), replay.out());
    assertTrue(replay.out().contains("write x = 1"), replay.out());
  }

  private static String afterVerdict(Console console) {
    return console.out().substring(console.out().indexOf('\n'));
  }

  @Test
  void replayCompilesAsCheckDid() {
    save("-DN=3", "-u", "7");
    Console console = console();
    assertEquals(1, console.run("replay", witness), console::err);
    assertEquals(List.of("-DN=3"), console.clangArguments);
  }

  @Test
  void replayHasTheEnvironmentThatCheckHad() {
    save("--nondet", "-3..4", "--spurious-wakeups");
    Console console = console();
    assertEquals(1, console.run("replay", witness), console::err);
    assertEquals(new Environment(-3, 4, true), console.environment);
  }

  @Test
  void refusesAWitnessOfAnImpossibleEnvironment() throws IOException {
    save("--nondet", "1..2");
    damage("1..2", "2..1");
    assertEquals(
        "heddle: bug.json: not a witness, or a damaged one: no environment is like that\n",
        refusal());
  }

  @Test
  void jsonAndQuiet() {
    save();
    Console json = console();
    assertEquals(1, json.run("replay", "--json", witness));
    assertTrue(json.out().contains("\"algorithm\":\"replay\",\"verdict\":\"violation\""));
    Console quiet = console();
    assertEquals(1, quiet.run("replay", "-q", witness));
    assertEquals(1, quiet.out().lines().count());
  }

  // ---- Refusals -------------------------------------------------------------------------------

  @Test
  void anotherVersionIsRefused() throws IOException {
    save();
    damage("\"version\":\"", "\"version\":\"9.");
    assertTrue(
        refusal()
            .startsWith(
                "heddle: bug.json: the witness is from version 9."
                    + VersionText.number()
                    + ", and this is "
                    + VersionText.number()
                    + "; make a new one with: heddle check --witness FILE lost.c"),
        refusal());
  }

  @Test
  void changedSourceIsRefused() throws IOException {
    save();
    Files.writeString(Path.of(source), "int main(int argc);\n");
    assertTrue(
        refusal().startsWith("heddle: bug.json: lost.c has changed since the witness was made; "),
        refusal());
  }

  @Test
  void missingSourceIsRefused() throws IOException {
    save();
    Files.delete(Path.of(source));
    assertEquals(
        "heddle: bug.json: its program lost.c is not here; run heddle in the folder where the"
            + " witness was made\n",
        refusal());
  }

  @Test
  void changedHeaderIsRefused() {
    save();
    Console console = console(3);
    assertEquals(2, console.run("replay", witness));
    assertTrue(console.err().contains("other options or included files"), console.err());
  }

  @Test
  void otherOptionsAreRefused() throws IOException {
    save("-DN=3");
    damage("-DN=3", "-DN=4");
    assertTrue(refusal().contains("other options or included files"), refusal());
    save("-u", "7");
    damage("\"unroll\":7", "\"unroll\":8");
    assertTrue(refusal().contains("other options or included files"), refusal());
  }

  @Test
  void sourcesAreFollowedOrFollowFromTheOrder() throws IOException {
    save();
    damage(",3]}", ",2]}");
    assertTrue(refusal().contains("it does not lead to the failure that it tells of"), refusal());
    save();
    damage(",\"sources\":[\"initial\",\"initial\",null,null,null,null,3]", "");
    Console console = console();
    assertEquals(1, console.run("replay", witness), console::err);
  }

  @Test
  void damageIsRefused() throws IOException {
    save();
    damage("]}", "]");
    assertEquals(
        "heddle: bug.json: not a witness, or a damaged one: it is no whole JSON object\n",
        refusal());
    save();
    damage("\"schedule\":[[", "\"schedule\":[[7,0],[");
    assertEquals(
        "heddle: bug.json: not a witness, or a damaged one: it has 7 sources for 8 steps\n",
        refusal());
    save();
    damage("\"schedule\":[[", "\"schedule\":[[7,0],[");
    damage("\"sources\":[", "\"sources\":[null,");
    assertTrue(
        refusal()
            .startsWith(
                "heddle: bug.json: it does not lead to the failure that it tells of (assertion at"
                    + " lost.c:"),
        refusal());
    save();
    damage("\"kind\":\"assertion\"", "\"kind\":\"abort\"");
    assertTrue(refusal().contains("so it is damaged"), refusal());
  }

  @Test
  void missingWitness() {
    assertEquals("heddle: bug.json: no such file\n", refusal());
    Console console = console();
    assertEquals(2, console.run("replay"));
    assertTrue(console.err().startsWith("heddle: nothing to replay; name a witness"));
    assertEquals(2, console.run("replay", "-q", "-v", witness));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-fplugin=./evil.so",
        "-Xclang",
        "-MD",
        "-MF/tmp/x",
        "-ofile",
        "@options",
        "--config=evil.cfg"
      })
  void aWitnessDoesNotDecideWhatRuns(String option) throws IOException {
    save("-DN=3");
    damage("\"-DN=3\"", "\"-DN=3\",\"" + option + "\"");
    Console console = console();
    assertEquals(2, console.run("replay", witness));
    assertEquals(List.of(), console.loaded);
    assertEquals(
        "heddle: bug.json: it asks for the compiler's option '"
            + option
            + "', which a witness may not decide; if you want it, repeat all options that the"
            + " compiler had: heddle replay bug.json -- OPTION...\n",
        refusal());
  }

  @Test
  void hashesAreComparedBeforeAnythingIsCompiled() throws IOException {
    save("-DN=3");
    damage("\"-DN=3\"", "\"-fplugin=./evil.so\"");
    Files.writeString(Path.of(source), "int main(int argc);\n");
    Console console = console();
    assertEquals(2, console.run("replay", witness));
    assertEquals(List.of(), console.loaded);
    assertTrue(console.err().contains("lost.c has changed since"), console.err());
  }

  @Test
  void theUserMayGiveAnyOption() {
    save("-DN=3", "--", "-fno-inline");
    assertTrue(refusal().contains("the compiler's option '-fno-inline'"), refusal());
    Console console = console();
    assertEquals(1, console.run("replay", witness, "--", "-DN=3", "-fno-inline"), console::err);
    assertEquals(List.of("-DN=3", "-fno-inline"), console.clangArguments);
    assertEquals(2, console.run("replay", witness, "--", "-fno-inline"));
    assertTrue(console.err().contains("other options or included files"), console.err());
  }

  @Test
  void whatAWitnessSaysIsShownPlain() throws IOException {
    save("-DN=3");
    damage("\"-DN=3\"", "\"-f\\u001b]0;evil\\u0007\\nsafe  a.c\"");
    assertTrue(refusal().contains("option '-f\\x1b]0;evil\\x07 safe  a.c'"), refusal());
  }

  // ---- Saving ---------------------------------------------------------------------------------

  @Test
  void nothingIsSavedWithoutAViolation() {
    Console console = new Console(Outcomes.SAFE);
    assertEquals(0, console.run("check", "--witness", witness, source));
    assertFalse(Files.exists(Path.of(witness)));
    assertEquals("", console.err());
  }

  @Test
  void aWitnessIsOfOneProgramAndInAFileOfItsOwn() throws IOException {
    Console console = console();
    assertEquals(2, console.run("check", "--witness", witness, source, source));
    assertTrue(console.err().contains("a witness is of one program"), console.err());
    assertEquals(2, console.run("check", "--witness", source, source));
    assertTrue(console.err().contains("it is one of the inputs"), console.err());
    assertEquals(2, console.run("check", "--witness", folder.toString(), source));
    assertEquals(2, console.run("check", "--witness", folder + "/no/bug.json", source));
    assertEquals("int main(void);\n", Files.readString(Path.of(source)));
  }

  /** On POWER a read may come before the write that it reads from, whatever comes of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          y, 1 | x, 1     | a == 1 && b == 1
          y, 1 | x, b + 1 | a == 2 && b == 1
          y, 1 | x, b + 1 | a == 2 && b == 1 && c == 7
          """)
  void aWitnessMayReadFromLaterSteps(String one, String two, String outcome) throws IOException {
    Path program = folder.resolve("buffering.c");
    Files.writeString(
        program,
        """
        #include <assert.h>
        #include <pthread.h>
        #include <stdatomic.h>
        atomic_int x, y;
        int a, b, c;
        void *one(void *unused) {
          a = atomic_load_explicit(&x, memory_order_relaxed);
          atomic_store_explicit(&%s, memory_order_relaxed);
          if (a == 2) c = 7;
          return 0;
        }
        void *two(void *unused) {
          b = atomic_load_explicit(&y, memory_order_relaxed);
          atomic_store_explicit(&%s, memory_order_relaxed);
          return 0;
        }
        int main(void) {
          pthread_t s, t;
          pthread_create(&s, 0, one, 0);
          pthread_create(&t, 0, two, 0);
          pthread_join(s, 0);
          pthread_join(t, 0);
          assert(!(%s));
        }
        """
            .formatted(one, two, outcome));
    RealConsole console = new RealConsole();
    Path file = folder.resolve("buffering.json");
    assertEquals(
        1, console.run("check", "-m", "power", "--witness", file.toString(), program.toString()));
    RealConsole again = new RealConsole();
    assertEquals(1, again.run("replay", file.toString()));
    assertTrue(again.out().contains("assertion at line 23"), again.out());
    String read = "read x = " + (two.equals("x, 1") ? 1 : 2) + " from #";
    assertTrue(again.out().contains(read), again.out());
    String changed =
        Files.readString(file).replaceFirst("\"sources\" *: *\\[[^]]*]", "\"sources\":[]");
    Files.writeString(file, changed);
    assertEquals(2, new RealConsole().run("replay", file.toString()));
  }
}
