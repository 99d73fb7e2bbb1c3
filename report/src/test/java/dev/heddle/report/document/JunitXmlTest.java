package dev.heddle.report.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.Samples;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.ReportTestCase;
import org.apache.maven.plugins.surefire.report.ReportTestSuite;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What we write is read back, by the parser of Java and by that of Maven's reports. */
class JunitXmlTest {
  private static Element read(CheckResult... results) throws Exception {
    String xml = new JunitXml().text(List.of(results));
    InputSource source = new InputSource(new StringReader(xml));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(source)
        .getDocumentElement();
  }

  private static List<Element> children(Element parent, String name) {
    NodeList found = parent.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  @Test
  void everyInputIsATestCase() throws Exception {
    Element suites =
        read(
            Samples.explored("a.c", Verdict.SAFE, null),
            Samples.explored("b.c", Verdict.BOUNDED, "loops were cut"),
            Samples.explored("c.c", Verdict.VIOLATION, null, Samples.messagePassing("c.c")),
            Samples.explored("d.c", Verdict.INCONCLUSIVE, "interrupted"),
            Samples.result("e.c", new Conclusion.Uncheckable("e.c: does not compile\nat 3:1")),
            Samples.result("f.c", new Conclusion.Crashed("null", "stack")));
    Element suite = children(suites, "testsuite").get(0);
    for (Element counted : List.of(suites, suite)) {
      assertEquals("6", counted.getAttribute("tests"));
      assertEquals("1", counted.getAttribute("failures"));
      assertEquals("3", counted.getAttribute("errors"));
      assertEquals("0", counted.getAttribute("skipped"));
      assertEquals("1.860", counted.getAttribute("time"));
    }
    List<Element> cases = children(suite, "testcase");
    assertEquals(
        List.of("a.c", "b.c", "c.c", "d.c", "e.c", "f.c"),
        cases.stream().map(one -> one.getAttribute("name")).toList());
    assertEquals(0, children(cases.get(1), "failure").size());
    assertTrue(
        children(cases.get(1), "system-out").get(0).getTextContent().startsWith("bounded: 274"));
    Element failure = children(cases.get(2), "failure").get(0);
    assertEquals("assertion", failure.getAttribute("type"));
    assertEquals("c.c:9: assertion: data == 1", failure.getAttribute("message"));
    assertTrue(failure.getTextContent().contains("read data = 0 from init"));
    assertEquals(
        "inconclusive: interrupted",
        children(cases.get(3), "error").get(0).getAttribute("message"));
    assertEquals(
        "e.c: does not compile\nat 3:1", children(cases.get(4), "error").get(0).getTextContent());
    assertEquals("stack", children(cases.get(5), "error").get(0).getTextContent());
  }

  @Test
  void nothingBreaksTheForm() throws Exception {
    String nasty =
        "<a href=\"x\">&amp; ]]> \u0000 \u001b[31m \ud800 \udc00 \uffff \ud83d\ude00 \u0085";
    Violation violation =
        new Violation(FailureKind.ABORT, nasty, new Location(nasty, 1, 1), 0, List.of(), nasty);
    Element suites = read(Samples.explored(nasty, Verdict.VIOLATION, null, violation));
    Element found = children(suites, "testcase").get(0);
    assertEquals(
        "<a href=\"x\">&amp; ]]> \ufffd \ufffd[31m \ufffd \ufffd \ufffd \ud83d\ude00 \ufffd",
        found.getAttribute("name"));
  }

  @Test
  void buildServersUnderstandIt() throws Exception {
    String xml =
        new JunitXml()
            .text(
                List.of(
                    Samples.explored("a.c", Verdict.SAFE, null),
                    Samples.explored("c.c", Verdict.VIOLATION, null, Samples.messagePassing("c.c")),
                    Samples.result("e.c", new Conclusion.Uncheckable("no such file"))));
    byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
    List<ReportTestSuite> suites =
        new TestSuiteXmlParser(new NullConsoleLogger())
            .parse(
                new InputStreamReader(
                    new java.io.ByteArrayInputStream(bytes), StandardCharsets.UTF_8));
    List<ReportTestCase> cases =
        suites.stream().flatMap(suite -> suite.getTestCases().stream()).toList();
    assertEquals(List.of("a.c", "c.c", "e.c"), cases.stream().map(c -> c.getName()).toList());
    assertTrue(cases.get(0).isSuccessful());
    assertTrue(cases.get(1).hasFailure());
    assertTrue(cases.get(2).hasError());
  }
}
