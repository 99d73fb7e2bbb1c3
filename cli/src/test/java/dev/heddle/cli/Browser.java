package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A real browser without a window: Chromium or Chrome with its driver, as the machine has them.
 * Nothing is downloaded. Where there is none, tests say so and do not run, unless the build asks
 * for them ({@code mvn -Pbrowser verify}): then they fail.
 */
final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");

  /** Says at every start that it does not know the newest protocol; we do not use that. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * Starts one.
   *
   * @param tests what is not run if there is none
   */
  static Browser start(String tests) {
    SearchPath path = SearchPath.ofUser();
    Optional<Path> browser = NAMES.stream().map(path::find).flatMap(Optional::stream).findFirst();
    Optional<Path> driver = path.find("chromedriver");
    if (browser.isEmpty() || driver.isEmpty()) {
      String missing = driver.isEmpty() ? "chromedriver" : "chromium or google-chrome";
      String message =
          "NOT RUN: "
              + tests
              + ": there is no "
              + missing
              + " in the PATH"
              + " (Debian: apt-get install chromium chromium-driver)";
      System.err.println(message);
      if ("required".equals(System.getProperty("heddle.browser"))) {
        throw new AssertionError(message);
      }
      abort(message);
    }
    SELENIUM.setLevel(Level.SEVERE);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.get().toString());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--hide-scrollbars");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.get().toFile())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  void open(Path file) {
    open(file.toUri().toString());
  }

  void open(String address) {
    driver.get(address);
  }

  void resize(int width, int height) {
    // Windows have a least width; what the page sees has none.
    driver.manage().window().setSize(new Dimension(Math.max(600, width), height));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  /** Shows pages to somebody who likes it dark, or light, or on paper. */
  void media(String type, String colours) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            type,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
  }

  void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  void press(Keys key, int times) {
    for (int i = 0; i < times; i++) {
      press(key);
    }
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<String> texts(String selector) {
    return strings(
        "return Array.from(document.querySelectorAll(arguments[0]), e => e.textContent)", selector);
  }

  String text(String selector) {
    List<String> texts = texts(selector);
    assertEquals(1, texts.size(), selector);
    return texts.get(0);
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** What a script gives that gives a list of strings. */
  List<String> strings(String script, Object... arguments) {
    return ((List<?>) run(script, arguments)).stream().map(String.class::cast).toList();
  }

  /** What the page complained about: errors of scripts, and refusals of its policy. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  byte[] pdf() {
    Map<String, Object> printed =
        driver.executeCdpCommand("Page.printToPDF", Map.of("printBackground", true));
    return Base64.getDecoder().decode((String) printed.get("data"));
  }

  /** Keeps a picture of the window, if the one who runs the tests wants to look at it. */
  void photograph(String name) {
    String folder = System.getProperty("heddle.screenshots");
    if (folder != null) {
      Map<String, Object> shot =
          driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"));
      try {
        Files.createDirectories(Path.of(folder));
        Files.write(
            Path.of(folder, name + ".png"), Base64.getDecoder().decode((String) shot.get("data")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
