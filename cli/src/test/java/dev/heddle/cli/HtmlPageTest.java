package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.Cost;
import dev.heddle.report.page.HtmlPage;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page of {@code --html} in a real browser. */
class HtmlPageTest {
  private static final Path SAMPLES = Path.of("..", "samples");
  private static final int LARGEST = 2_000_000;

  private static Browser browser;

  @TempDir private Path folder;

  @BeforeAll
  static void startBrowser() {
    browser = Browser.start("the tests of the page that --html writes");
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void usualWindow() {
    browser.resize(1280, 900);
    browser.media("", "light");
  }

  @AfterEach
  void nothingToComplainAbout() {
    assertEquals(List.of(), browser.complaints());
  }

  private Path page(String... arguments) {
    Path page = folder.resolve("page.html");
    List<String> line = new ArrayList<>(List.of("check", "--quiet", "--html", page.toString()));
    line.addAll(List.of(arguments));
    RealConsole console = new RealConsole();
    assertTrue(console.run(line.toArray(String[]::new)) <= 1, console::err);
    return page;
  }

  private static String sample(String name) {
    return SAMPLES.resolve(name).toString();
  }

  private Path write(CheckResult... results) throws IOException {
    Path page = folder.resolve("page.html");
    String text = new HtmlPage("1.0").text(List.of(results));
    return Files.write(page, text.getBytes(StandardCharsets.UTF_8));
  }

  private static CheckResult result(String file, Violation... violations) {
    Outcome outcome =
        new Outcome(Verdict.VIOLATION, null, 1, 0, List.of(violations), List.of("a < b"));
    return new CheckResult(
        file,
        "sc",
        "rf",
        new Conclusion.Explored(outcome),
        new Cost(1, 1, 1, 1),
        List.of(),
        List.of());
  }

  // ---- What it shows ------------------------------------------------------------------------

  /** Every step that matters reads on the page as it does on the console. */
  @TestFactory
  Stream<DynamicTest> everySample() {
    return Stream.of(
            "03-lost-update.c",
            "06-deadlock.c",
            "08-double-checked-locking.c",
            "11-use-after-free.c",
            "12-aba.c",
            "14-bounded-queue.c",
            "16-reader-writer-lock.c",
            "18-lost-wakeup.c")
        .map(name -> dynamicTest(name, () -> assertSaysTheSame(sample(name), name)));
  }

  private void assertSaysTheSame(String program, String name) {
    browser.open(page(program));
    RealConsole console = new RealConsole();
    assertEquals(1, console.run("check", "--format", "gcc", program));
    List<String> expected = new ArrayList<>();
    Matcher notes =
        Pattern.compile(": note: #(\\d+) (?:main|thread \\d+): (.*)").matcher(console.out());
    while (notes.find()) {
      expected.add(notes.group(1) + " " + notes.group(2));
    }
    List<String> shown =
        browser.strings(
            "return Array.from(document.querySelectorAll('tr.step'), row =>"
                + " row.querySelector('.number').textContent + ' ' +"
                + " row.querySelector('.what').textContent)");
    expected.removeAll(shown);
    // What fails has another number there, and says so.
    expected.removeIf(step -> step.matches("\\d+ (read|write|free|update).*") && isFailure(step));
    assertEquals(List.of(), expected, () -> "on the console, but not on the page: " + shown);
    assertTrue(browser.texts("tr.fails").size() > 0);
    browser.photograph(name.replaceAll("\\.c$", ""));
  }

  private static boolean isFailure(String step) {
    String text = step.replaceAll("^\\d+ ", "");
    return browser.texts("tr.fails .what").stream().anyMatch(shown -> shown.startsWith(text));
  }

  /** One small program for each kind; its file has the name of the kind. */
  @TestFactory
  Stream<DynamicTest> everyKind() throws IOException {
    List<Path> programs = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("src", "test", "resources", "kinds"))) {
      files.sorted().forEach(programs::add);
    }
    assertTrue(programs.size() >= 11);
    return programs.stream()
        .map(
            program -> {
              String kind = program.getFileName().toString().replaceAll("\\.c$", "");
              return dynamicTest(
                  kind, () -> assertShows(kind, page("--model", "sc", program.toString())));
            });
  }

  @Test
  void staleReadsStandOut() throws IOException {
    Path program = folder.resolve("buffers.c");
    Files.writeString(
        program,
        """
        #include <assert.h>
        #include <pthread.h>
        #include <stdatomic.h>
        atomic_int x, y;
        int a, b;
        void *left(void *unused) {
          atomic_store_explicit(&x, 1, memory_order_relaxed);
          a = atomic_load_explicit(&y, memory_order_relaxed);
          return 0;
        }
        void *right(void *unused) {
          atomic_store_explicit(&y, 1, memory_order_relaxed);
          b = atomic_load_explicit(&x, memory_order_relaxed);
          return 0;
        }
        int main(void) {
          pthread_t t[2];
          pthread_create(&t[0], 0, left, 0);
          pthread_create(&t[1], 0, right, 0);
          pthread_join(t[0], 0);
          pthread_join(t[1], 0);
          assert(a || b);
          return 0;
        }
        """);
    browser.open(page("--model", "tso", program.toString()));
    assertTrue(browser.texts("tr.stale").size() > 0);
    browser.find("tr.stale").click();
    assertTrue(browser.text(".status").matches(".*; stale: the write of #\\d+ was not seen"));
    assertTrue(browser.text(".weakness").contains("With seq_cst at lines 7 and 12"));
    assertTrue(browser.texts(".key.fr").size() > 0);
    browser.photograph("stale");
    for (int width : List.of(1280, 390)) {
      browser.resize(width, 844);
      assertTrue(isWithin("tr.stale .line", "right"), "the line of a step is shown at " + width);
      browser.run("document.querySelector('.main-panel .scroller').scrollLeft = 1e6");
      assertTrue(isWithin("tr.stale .number", "left"), "and its number at " + width);
    }
  }

  /** Whether an element is not cut off at a side of what scrolls around it. */
  private static boolean isWithin(String selector, String side) {
    return (Boolean)
        browser.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();const room ="
                + " document.querySelector('.main-panel .scroller').getBoundingClientRect();return"
                + " arguments[1] === 'left' ? box.left >= room.left - 1 : box.right <= room.right"
                + " + 1",
            selector,
            side);
  }

  @Test
  void bothAccessesOfARaceStandOut() {
    browser.open(page(sample("weak/03-data-race.c")));
    assertEquals(2, browser.texts("tr.races").size());
    assertEquals(1, browser.texts("tr.races.fails").size());
    String other = browser.text("tr.races:not(.fails) .number");
    browser.find("tr.races.fails").click();
    assertTrue(browser.text(".status").endsWith("; races with #" + other));
    browser.photograph("race");
  }

  @Test
  void aLivelock() {
    assertShows("livelock", page("--check-liveness", sample("19-livelock.c")));
  }

  private static void assertShows(String kind, Path page) {
    browser.open(page);
    assertTrue(browser.text("article h2").startsWith(kind), kind);
    assertTrue(browser.texts("tr.fails").size() > 0);
    assertEquals(1, browser.texts(".source .current.fails").size(), "the line is shown");
    browser.photograph(kind);
  }

  @Test
  void allInputsAreInTheSummary() throws IOException {
    browser.open(page(SAMPLES.toString(), "does-not-exist.c", "--max-executions=20"));
    try (Stream<Path> files = Files.walk(SAMPLES)) {
      long programs = files.filter(file -> file.toString().endsWith(".c")).count();
      assertEquals(programs + 1, browser.texts("tr.input").size());
    }
    String all = String.join("\n", browser.texts("tr.input"));
    assertTrue(all.contains("no such file or folder"), all);
    assertTrue(all.contains("warning: "), all);
    assertTrue(browser.texts(".top .badge").contains("1 error"));
  }

  @Test
  void aDeadlockIsAGraph() {
    browser.open(page(sample("06-deadlock.c")));
    assertEquals(List.of("thread 1", "thread 2"), browser.texts(".graph > text"));
    assertEquals(2, browser.texts(".graph .arrow.wait").size());
    assertEquals(List.of("b.lock (line 26)", "a.lock (line 26)"), browser.texts(".graph .label"));
  }

  // ---- Stepping -----------------------------------------------------------------------------

  @Test
  void theKeyboardIsEnough() {
    browser.open(page(sample("03-lost-update.c")));
    assertTrue(browser.text(".status").startsWith("Step 10 of 10, main: assertion fails"));
    browser.press(Keys.HOME);
    assertTrue(browser.text(".status").startsWith("Step 1 of 10, main: create thread 1"));
    browser.press(Keys.ARROW_DOWN, 2);
    browser.press("j");
    assertTrue(browser.text(".status").startsWith("Step 4 of 10, thread 2: read counter = 0"));
    assertEquals("4", browser.text("tr[aria-current=step] .number"));
    assertEquals("20", browser.text(".source .current .line-number"));
    browser.press("k");
    browser.press(Keys.ARROW_UP);
    assertEquals("2", browser.text("tr[aria-current=step] .number"));
    browser.press(Keys.PAGE_DOWN);
    assertEquals("!", browser.text("tr[aria-current=step] .number"));
    browser.press(Keys.ARROW_DOWN);
    assertEquals("!", browser.text("tr[aria-current=step] .number"), "there is no step after it");
  }

  @Test
  void valuesAreThoseOfTheMoment() {
    browser.open(page(sample("03-lost-update.c")));
    browser.press(Keys.HOME);
    assertEquals(List.of(), browser.texts(".values tbody tr"));
    browser.press(Keys.ARROW_DOWN, 2);
    assertEquals(List.of("counter0init"), browser.texts(".values tbody tr"));
    browser.press(Keys.ARROW_DOWN, 2);
    assertEquals(List.of("counter1#5"), browser.texts(".values tbody tr.changed"));
    browser.press(Keys.ARROW_DOWN);
    assertEquals(List.of("counter1#6"), browser.texts(".values tbody tr.changed"));
  }

  @Test
  void arrowsOfTheStepStandOut() {
    browser.open(page(sample("03-lost-update.c")));
    browser.press(Keys.ARROW_UP);
    assertEquals(1, browser.texts(".arrows .arrow.rf.strong").size());
    assertEquals(4, browser.texts(".arrows .arrow.sync").size());
  }

  @Test
  void marksInTheSourceLeadToSteps() {
    browser.open(page(sample("03-lost-update.c")));
    browser.find(".source [data-line='21'] .mark").click();
    assertEquals("5", browser.text("tr[aria-current=step] .number"));
    browser.find(".values button").click();
    assertEquals("5", browser.text("tr[aria-current=step] .number"));
  }

  @Test
  void severalViolationsAreOneAtATime() throws IOException {
    browser.open(write(result("a.c", crowd(3, 2)), result("b.c", crowd(2, 2))));
    assertEquals(1, browser.texts("article").size());
    assertTrue(browser.text("article h2").contains("3 threads"));
    browser.press("n");
    assertTrue(browser.text("article h2").contains("2 threads"));
    browser.press("n");
    assertTrue(browser.text("article h2").contains("3 threads"));
    browser.press("p");
    assertTrue(browser.text("article h2").contains("2 threads"));
  }

  // ---- Everywhere ---------------------------------------------------------------------------

  @Test
  void nothingIsWiderThanAPhone() {
    for (String name : List.of("06-deadlock.c", "11-use-after-free.c")) {
      browser.resize(390, 844);
      browser.open(page(sample(name)));
      long width = (Long) browser.run("return document.documentElement.scrollWidth");
      assertEquals(390, width, name);
      browser.photograph("phone-" + name.replaceAll("\\.c$", ""));
    }
  }

  @Test
  void lightAndDark() {
    browser.open(page(sample("12-aba.c")));
    String script = "return getComputedStyle(document.documentElement).backgroundColor";
    assertEquals("rgb(255, 255, 255)", browser.run(script));
    browser.media("", "dark");
    assertEquals("rgb(13, 17, 23)", browser.run(script));
    browser.photograph("dark-12-aba");
  }

  @Test
  void onPaperEverythingIsShown() throws IOException {
    browser.open(write(result("a.c", crowd(3, 30)), result("b.c", crowd(2, 2))));
    byte[] pdf = browser.pdf();
    assertEquals("%PDF", new String(pdf, 0, 4, StandardCharsets.US_ASCII));
    browser.run("window.dispatchEvent(new Event('beforeprint'))");
    browser.media("print", "light");
    assertEquals(2, browser.texts("article").size());
    assertEquals("none", browser.find(".controls").getCssValue("display"));
    assertEquals("visible", browser.find(".main-panel .scroller").getCssValue("overflow-y"));
    assertNotEquals("none", browser.find("button.link").getCssValue("display"));
    String width = "return document.querySelector('.steps').offsetWidth";
    browser.resize(1_500, 900);
    Object wide = browser.run(width);
    browser.resize(700, 900);
    assertEquals(wide, browser.run(width), "arrows were drawn for another width");
    browser.run("window.dispatchEvent(new Event('afterprint'))");
    assertEquals(1, browser.texts("article").size());
  }

  @Test
  void nothingIsAskedOfTheNetwork() {
    browser.open(page(sample("12-aba.c")));
    assertEquals(0L, (Long) browser.run("return performance.getEntriesByType('resource').length"));
  }

  @Test
  void whatAProgramSaysIsNeverMarkup() throws IOException {
    String nasty =
        "</script><script>document.title='broken'</script><!--<img src=x onerror=alert(1)>";
    Location place = new Location("a.c", 1, 1);
    Step step = new Step(0, nasty, nasty, 1L, Violation.INITIAL, place);
    Violation violation =
        new Violation(FailureKind.ABORT, nasty, place, 0, List.of(step), nasty + "\ud800\u2028");
    browser.open(write(result(nasty, violation)));
    assertTrue(browser.text("article h2").contains(nasty));
    assertTrue(browser.text("pre").contains(nasty));
    assertEquals(List.of(), browser.texts("img"));
    assertNotEquals("broken", browser.run("return document.title"));
  }

  // ---- Many steps ---------------------------------------------------------------------------

  /** Threads that write one after the other; each write is read by the next. */
  private static Violation crowd(int threads, int rounds) {
    List<Step> trace = new ArrayList<>();
    for (int i = 0; i < threads * rounds; i++) {
      Location place = new Location("crowd.c", 5 + i % 7, 3);
      int source = i == 0 ? Violation.INITIAL : i - 1;
      Step step =
          i % 2 == 0
              ? new Step(i % threads, "store", "counter", (long) i, Violation.NOTHING, place)
              : new Step(i % threads, "load", "counter", (long) i - 1, source, place);
      trace.add(step.withDistance(i % 3 == 0 ? 1 : -1));
    }
    return new Violation(
        FailureKind.ASSERTION, threads + " threads", new Location("crowd.c", 7, 1), 1, trace, "");
  }

  @Test
  void thousandsOfStepsStayLight() throws IOException {
    Path page = write(result("crowd.c", crowd(8, 250)));
    assertTrue(Files.size(page) < LARGEST, "" + Files.size(page));
    browser.open(page);
    browser.find(".controls input").click();
    assertEquals(2001, browser.texts("tr.step").size());
    browser.press(Keys.HOME);
    browser.press(Keys.PAGE_DOWN, 20);
    assertEquals("201", browser.text("tr[aria-current=step] .number"));
    assertTrue(isVisible("tr[aria-current=step]"));
    browser.press(Keys.END);
    assertEquals("!", browser.text("tr[aria-current=step] .number"));
    assertTrue(isVisible("tr[aria-current=step]"));
    Double loaded =
        ((Number) browser.run("return performance.getEntriesByType('navigation')[0].loadEventEnd"))
            .doubleValue();
    System.out.println("a page of 2,000 steps was there after " + loaded + " ms");
    browser.photograph("many-steps");
  }

  /** Whether an element is where its surrounding, which scrolls, shows it. */
  private static boolean isVisible(String selector) {
    return (Boolean)
        browser.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();const room ="
                + " document.querySelector('.main-panel .scroller').getBoundingClientRect();return"
                + " box.top >= room.top && box.bottom <= room.bottom + 1",
            selector);
  }

  @Test
  void stepsThatDoNotMatterAreFolded() throws IOException {
    browser.open(write(result("crowd.c", crowd(2, 30))));
    assertEquals(21, browser.texts("tr.step").size());
    assertEquals("… 2 steps: show them", browser.texts("tr.fold").get(0));
    browser.press(Keys.HOME);
    browser.find("tr.fold button").click();
    assertEquals(23, browser.texts("tr.step").size());
    assertEquals("2", browser.text("tr[aria-current=step] .number"));
    assertFalse(browser.texts("tr.aside").isEmpty());
  }
}
