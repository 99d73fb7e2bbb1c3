package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page of {@code heddle serve} in a real browser. */
class PlayPageTest {
  private static final long PATIENCE = 60_000;

  @TempDir private static Path folder;
  private static Browser browser;
  private static ServerFixture server;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.start("the tests of the page that 'heddle serve' shows");
    server = new ServerFixture(folder);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      browser.close();
      server.close();
    }
  }

  @BeforeEach
  void open() {
    browser.resize(1280, 900);
    browser.open(server.server.address());
  }

  @AfterEach
  void nothingToComplainAbout() {
    assertEquals(List.of(), browser.complaints());
  }

  private static void waitFor(String selector) throws InterruptedException {
    long end = System.currentTimeMillis() + PATIENCE;
    while (browser.texts(selector).isEmpty()) {
      assertTrue(System.currentTimeMillis() < end, () -> "no " + selector);
      Thread.sleep(50);
    }
  }

  private static void enter(String program) {
    browser.run(
        "const area = document.querySelector('textarea'); area.value = arguments[0];"
            + "area.dispatchEvent(new Event('input'));",
        program);
  }

  private static void pick(String sample) {
    browser.run(
        "const select = document.querySelector('select'); select.value = arguments[0];"
            + "select.dispatchEvent(new Event('change'));",
        sample);
  }

  @Test
  void aSampleCanBeCheckedAndSteppedThrough() throws InterruptedException {
    pick("03-lost-update.c");
    browser.find("button.go").click();
    waitFor("article.violation");
    assertTrue(browser.text("article h2").startsWith("assertion"));
    assertTrue(browser.text("article .status").startsWith("Step 10 of 10"));
    browser.run("document.activeElement.blur()");
    browser.press(Keys.HOME);
    assertTrue(browser.text("article .status").startsWith("Step 1 of 10"));
    assertTrue(browser.texts(".source code").size() > 20, "the source is there");
    browser.photograph("serve");
  }

  @Test
  void theKeyboardStartsIt() throws InterruptedException {
    enter("#include <assert.h>\nint main(void) {\n  assert(0);\n  return 0;\n}\n");
    browser.find("textarea").sendKeys(Keys.chord(Keys.CONTROL, Keys.ENTER));
    waitFor("article.violation");
    assertEquals(List.of("  assert(0);"), browser.texts(".source .current code"));
  }

  @Test
  void typingIsNotStepping() throws InterruptedException {
    pick("03-lost-update.c");
    browser.find("button.go").click();
    waitFor("article.violation");
    String before = browser.text("article .status");
    browser.find("textarea").sendKeys("jjkk");
    assertEquals(before, browser.text("article .status"));
    assertTrue(
        ((String) browser.run("return document.querySelector('textarea').value")).contains("jjkk"));
  }

  @Test
  void mistakesAreShownAsTheCompilerTellsThem() throws InterruptedException {
    enter("int main(void) { return <b>x</b> }\n");
    browser.find("button.go").click();
    waitFor(".result .reason");
    assertTrue(browser.text(".result .reason").contains("program.c:1:25: error:"));
    assertEquals(List.of(), browser.texts(".result b"));
  }

  @Test
  void progressIsLiveAndCanBeStopped() throws InterruptedException {
    enter(
        """
        #include <stdatomic.h>
        #include <pthread.h>
        atomic_int x;
        void *run(void *unused) {
          for (int i = 0; i < 8; i++) { atomic_store(&x, atomic_load(&x) + 1); }
          return 0;
        }
        int main(void) {
          pthread_t t[3];
          for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
          for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
          return 0;
        }
        """);
    browser.find("button.go").click();
    long end = System.currentTimeMillis() + PATIENCE;
    while (!browser.text(".play .status").contains("executions,")) {
      assertTrue(System.currentTimeMillis() < end, () -> browser.text(".play .status"));
      Thread.sleep(20);
    }
    browser.find(".play .controls button:nth-child(2)").click();
    waitFor(".problem");
    assertEquals("stopped", browser.text(".problem"));
    assertEquals(true, browser.run("return !document.querySelector('.go').disabled"));
  }

  @Test
  void aSecondResultTakesThePlaceOfTheFirst() throws InterruptedException {
    pick("03-lost-update.c");
    browser.find("button.go").click();
    waitFor("article.violation");
    pick("06-deadlock.c");
    browser.find("button.go").click();
    waitFor(".graph");
    assertEquals(1, browser.texts("article.violation").size());
    browser.run("document.activeElement.blur()");
    browser.press(Keys.HOME);
    browser.press("j");
    assertTrue(browser.text("article .status").startsWith("Step 2 of 6"), "one step for one key");
  }

  @Test
  void nothingIsWiderThanAPhone() {
    browser.resize(390, 844);
    assertEquals(390L, browser.run("return document.documentElement.scrollWidth"));
    browser.photograph("serve-phone");
  }

  @Test
  void allSamplesAreThere() throws IOException {
    Map<String, String> samples = SampleLibrary.read();
    try (Stream<Path> files = Files.list(Path.of("..", "samples"))) {
      List<String> names =
          files
              .filter(Files::isRegularFile)
              .map(file -> file.getFileName().toString())
              .sorted()
              .toList();
      assertEquals(names, List.copyOf(samples.keySet()));
    }
    List<String> offered = browser.texts("select:first-of-type option");
    assertTrue(offered.containsAll(samples.keySet()), offered.toString());
  }
}
