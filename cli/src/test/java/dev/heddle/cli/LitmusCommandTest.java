package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code heddle litmus} as a user sees it. */
class LitmusCommandTest {
  private static final String STORE_BUFFERING =
      """
      X86 SB
      { }
       P0          | P1          ;
       MOV [x],$1  | MOV [y],$1  ;
       MOV EAX,[y] | MOV EAX,[x] ;
      exists (0:EAX=0 /\\ 1:EAX=0)
      """;

  @TempDir Path folder;
  private final Console console = new Console(Outcomes.SAFE);

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private int run(String... args) {
    String[] line = new String[args.length + 1];
    line[0] = "litmus";
    System.arraycopy(args, 0, line, 1, args.length);
    return console.run(line);
  }

  @Test
  void theReportIsThatOfHerd() throws IOException {
    assertEquals(0, run(file("sb.litmus", STORE_BUFFERING)));
    List<String> lines = console.out().lines().toList();
    assertEquals(
        List.of(
            "Test SB Allowed",
            "States 4",
            "0:EAX=0; 1:EAX=0;",
            "0:EAX=0; 1:EAX=1;",
            "0:EAX=1; 1:EAX=0;",
            "0:EAX=1; 1:EAX=1;",
            "Ok",
            "Witnesses",
            "Positive: 1 Negative: 3",
            "Condition exists (0:EAX=0 /\\ 1:EAX=0)",
            "Observation SB Sometimes 1 3"),
        lines.subList(0, 11));
    assertTrue(lines.get(11).matches("Time SB [0-9]+\\.[0-9]{2}"), lines.get(11));
    assertEquals("", console.err());
  }

  @Test
  void aModelCanBeChosenByNameAndByFile() throws IOException {
    String test = file("sb.litmus", STORE_BUFFERING);
    assertEquals(0, run("-q", "-m", "SC", test));
    assertEquals("Observation SB Never 0 3\n", console.out());
    Console other = new Console(Outcomes.SAFE);
    String model = file("mine.cat", "\"mine\"\nacyclic po | rf | co | fr\n");
    assertEquals(0, other.run("litmus", "-q", "-m", model, test));
    assertEquals("Observation SB Never 0 3\n", other.out());
  }

  @Test
  void generatedTestsCanBeJudged() throws IOException {
    assertEquals(
        0, run("--generate", "SB+mfences", "MP", "--arch", "x86", "--output", "" + folder));
    Console other = new Console(Outcomes.SAFE);
    assertEquals(0, other.run("litmus", "-q", folder.toString()));
    assertEquals("Observation MP Never 0 3\nObservation SB+mfences Never 0 3\n", other.out());
  }

  @Test
  void edgesThatStandAloneAreOneCycle() {
    assertEquals(0, run("--generate", "PodWR", "Fre", "PodWR", "Fre", "--arch", "C"));
    assertTrue(console.out().startsWith("C PodWR-Fre-PodWR-Fre\n"), console.out());
    assertTrue(console.out().endsWith("exists (0:r0=0 /\\ 1:r0=0)\n"), console.out());
  }

  @Test
  void aCycleThatGivesNoTestIsAMistake() {
    assertEquals(2, run("--generate", "MP+addr+po"));
    assertTrue(console.err().contains("only reads have dependencies"), console.err());
    Console other = new Console(Outcomes.SAFE);
    assertEquals(2, other.run("litmus", "--arch", "PPC", "x.litmus"));
    assertTrue(other.err().contains("go with --generate only"), other.err());
  }

  @Test
  void jsonHasOneObjectPerTest() throws IOException {
    String test = file("sb.litmus", STORE_BUFFERING);
    String bad = file("bad.litmus", "X86 bad\n{ }\n P0 ;\n FROB ;\n");
    assertEquals(2, run("--json", "-j", "2", test, bad));
    List<String> lines = console.out().lines().toList();
    assertEquals(2, lines.size());
    assertTrue(
        lines
            .get(0)
            .startsWith(
                "{\"file\":\""
                    + test
                    + "\",\"name\":\"SB\",\"model\":\"tso\",\"verdict\":\"ok\",\"reason\":null"),
        lines.get(0));
    assertTrue(
        lines.get(0).contains("\"observation\":\"Sometimes\",\"reachable\":true"), lines.get(0));
    assertTrue(lines.get(1).contains("\"verdict\":\"error\",\"reason\":\"" + bad + ":4:2: "));
  }

  @Test
  void foldersAndListsStandForTheirTests() throws IOException {
    Files.createDirectory(folder.resolve("more"));
    file("more/b.litmus", STORE_BUFFERING.replace("X86 SB", "X86 B"));
    file("more/a.litmus", STORE_BUFFERING.replace("X86 SB", "X86 A"));
    String list = file("all", "# tests\nmore\n\nmore/b.litmus\n");
    assertEquals(0, run("-q", "@" + list));
    assertEquals(
        "Observation A Sometimes 1 3\nObservation B Sometimes 1 3\nObservation B Sometimes 1 3\n",
        console.out());
  }

  @Test
  void mistakesEndWithTwoAndAMessage() throws IOException {
    assertEquals(2, run());
    assertEquals(2, run(folder.resolve("absent.litmus").toString()));
    assertEquals(2, run("-m", "tsu", file("sb.litmus", STORE_BUFFERING)));
    assertEquals(2, run("-m", file("m.cat", "acyclic"), file("sb.litmus", STORE_BUFFERING)));
    assertEquals(2, run(folder.resolve("empty").toString()));
    String messages = console.err();
    assertTrue(messages.contains("no test; name one or a folder"), messages);
    assertTrue(messages.contains("absent.litmus: no such file or folder"), messages);
    assertTrue(messages.contains("there is no model 'tsu'; did you mean tso?"), messages);
    assertTrue(messages.contains("m.cat:1:8: expected a set or a relation"), messages);
  }

  @Test
  void aListThatNamesItselfIsRefused() throws IOException {
    String list = file("self", "@self\n");
    assertEquals(2, run("@" + list));
    assertTrue(console.err().contains("nested too deeply"), console.err());
  }

  @Test
  void timeCanBeLimited() throws IOException {
    StringBuilder test = new StringBuilder("X86 many\n{ }\n P0 | P1 | P2 ;\n");
    for (int i = 1; i <= 12; i++) {
      test.append(" MOV [x],$%d | MOV [x],$%d | MOV [x],$%d ;\n".formatted(i, i + 20, i + 40));
    }
    test.append("exists (x=1)\n");
    assertEquals(3, run("--timeout", "200ms", file("many.litmus", test.toString())));
    assertTrue(console.err().contains("no answer: the time limit is reached"), console.err());
  }

  private static final String MESSAGE_PASSING =
      """
      PPC MP
      { 0:r2=x; 0:r4=y; 1:r2=x; 1:r4=y; }
       P0           | P1           ;
       li r1,1      | lwz r1,0(r4) ;
       stw r1,0(r2) | lwz r3,0(r2) ;
       lwsync       |              ;
       stw r1,0(r4) |              ;
      exists (1:r1=1 /\\ 1:r3=0)
      """;

  @Test
  void bothEnginesOfPowerSayTheSame() throws IOException {
    String test = file("mp.litmus", MESSAGE_PASSING);
    assertEquals(0, run("-q", test));
    assertEquals(0, run("-q", "--engine", "rsmc", test));
    assertEquals(0, run("-q", "--engine", "candidates", test));
    String answer = "Observation MP Sometimes 1 3";
    assertEquals(List.of(answer, answer, answer), console.out().lines().toList());
  }

  @Test
  void bothEnginesOfArmSayTheSame() throws IOException {
    String test =
        file(
            "mp.litmus",
            """
            AArch64 MP
            { 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
             P0          | P1          ;
             MOV W0,#1   | LDAR W0,[X1];
             STR W0,[X1] | LDR W2,[X3] ;
             STR W0,[X3] |             ;
            exists (1:X0=1 /\\ 1:X2=0)
            """);
    for (String engine : List.of("auto", "rsmc", "candidates")) {
      assertEquals(0, run("-q", "-m", "arm", "--engine", engine, test));
    }
    String answer = "Observation MP Sometimes 1 3";
    assertEquals(List.of(answer, answer, answer), console.out().lines().toList());
    assertEquals(0, run("-q", "--cross-check", test));
  }

  @Test
  void accessesOfDifferentSizes() throws IOException {
    String narrow = MESSAGE_PASSING.replace("lwz r3,0(r2)", "lbz r3,0(r2)");
    for (String engine : List.of("rsmc", "candidates")) {
      assertEquals(0, run("-q", "--engine", engine, file("narrow.litmus", narrow)));
    }
    List<String> answers = console.out().lines().toList();
    assertEquals(2, answers.size());
    assertEquals(answers.get(0), answers.get(1));
    assertEquals(0, run("-q", "--cross-check", file("narrow.litmus", narrow)));
  }

  @Test
  void anEngineThatCannotSaysSo() throws IOException {
    assertEquals(2, run("--engine", "rsmc", file("sb.litmus", STORE_BUFFERING)));
    assertTrue(console.err().contains("--engine rsmc takes PPC tests"), console.err());
    assertEquals(2, run("--engine", "fast", file("mp.litmus", MESSAGE_PASSING)));
    assertTrue(console.err().contains("there is no engine 'fast'"), console.err());
  }

  @Test
  void executionsAreShownAsTextAndPictures() throws IOException {
    Path svg = folder.resolve("sb.svg");
    Path dot = folder.resolve("sb.dot");
    String test = file("sb.litmus", STORE_BUFFERING);
    assertEquals(0, run("--show", "prop", "--svg", svg.toString(), "--dot", dot.toString(), test));
    assertTrue(
        console
            .out()
            .contains(
                """
                Execution 0:EAX=0; 1:EAX=0;
                  P0         P1
                  a: W[x]=1  c: W[y]=1
                  b: R[y]=0  d: R[x]=0
                  rf: init(x)->d, init(y)->b
                  co: init(x)->a, init(y)->c
                  fr: b->c, d->a
                """),
        console.out());
    String picture = Files.readString(svg);
    assertTrue(picture.startsWith("<svg ") && picture.endsWith("</svg>\n"), picture);
    assertTrue(picture.contains(">a: W[x]=1</text>"), picture);
    assertEquals(2, picture.split(">fr</text>", -1).length - 1);
    String graph = Files.readString(dot);
    assertTrue(graph.contains("[label=\"fr\", color=\"#e06c00\""), graph);
  }

  @Test
  void allAndNegativeExecutionsCanBeShown() throws IOException {
    String test = file("sb.litmus", STORE_BUFFERING);
    assertEquals(0, run("--show", "all", test));
    assertEquals(4, console.out().lines().filter(line -> line.startsWith("Execution")).count());
    Console other = new Console(Outcomes.SAFE);
    assertEquals(0, other.run("litmus", "--show", "neg", test));
    assertEquals(3, other.out().lines().filter(line -> line.startsWith("Execution")).count());
  }

  @Test
  void picturesNeedExecutionsToShow() throws IOException {
    assertEquals(2, run("--svg", "a.svg", file("sb.litmus", STORE_BUFFERING)));
    assertTrue(console.err().contains("--dot and --svg need --show"), console.err());
  }
}
