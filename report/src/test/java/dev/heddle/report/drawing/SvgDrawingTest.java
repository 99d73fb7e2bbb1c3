package dev.heddle.report.drawing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.report.Samples;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class SvgDrawingTest {
  private static Element draw(Violation... violations) throws Exception {
    String svg =
        new SvgDrawing()
            .text(List.of(Samples.explored("c.c", Verdict.VIOLATION, null, violations)));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)))
        .getDocumentElement();
  }

  private static List<Element> all(Element parent, String name, String style) {
    NodeList found = parent.getElementsByTagName(name);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .filter(element -> element.getAttribute("class").equals(style))
        .toList();
  }

  private static int number(Element element, String attribute) {
    return Integer.parseInt(element.getAttribute(attribute));
  }

  @Test
  void aBoxForEachStepAndACurveForEachArrow() throws Exception {
    Element svg = draw(Samples.messagePassing("c.c"));
    assertEquals(5, all(svg, "rect", "step").size());
    assertEquals(1, all(svg, "path", "rf").size());
    assertEquals("read data = 0 from init", all(svg, "text", "cell").get(4).getTextContent());
    assertEquals("thread 2", all(svg, "text", "head").get(2).getTextContent());
  }

  @Test
  void everythingIsWithinThePicture() throws Exception {
    Element svg = draw(Samples.messagePassing("c.c"), Samples.crowd(12, 20));
    int width = number(svg, "width");
    int height = number(svg, "height");
    List<Element> boxes = all(svg, "rect", "step");
    assertEquals(5 + 240, boxes.size());
    int bottom = 0;
    for (Element box : boxes) {
      assertTrue(number(box, "x") + number(box, "width") < width);
      assertTrue(number(box, "y") >= bottom, "rows do not overlap");
      bottom = number(box, "y") + number(box, "height");
    }
    assertTrue(bottom < height);
  }

  @Test
  void columnsDoNotOverlap() throws Exception {
    Element svg = draw(Samples.crowd(5, 1));
    int right = 0;
    for (Element box : all(svg, "rect", "step")) {
      assertTrue(number(box, "x") > right);
      right = number(box, "x") + number(box, "width");
    }
  }

  @Test
  void nothingBreaksTheForm() throws Exception {
    String nasty = "</svg><script>&\u0000\ud800";
    Element svg = draw(new Violation(FailureKind.ABORT, nasty, Location.NONE, 0, List.of(), nasty));
    assertEquals(
        "abort: </svg><script>&\ufffd\ufffd", all(svg, "text", "title").get(0).getTextContent());
  }

  @Test
  void noViolationIsSaid() throws Exception {
    assertTrue(draw().getTextContent().contains("no violation"));
  }
}
