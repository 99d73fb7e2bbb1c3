package dev.heddle.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Every malformed input is refused with a message that names the place. */
class BadTraceTest {
  private static String refusal(byte[] input) {
    return assertThrows(
            MalformedTraceException.class, () -> Traces.read(new ByteArrayInputStream(input)))
        .getMessage();
  }

  private static String refusal(String text) {
    return refusal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(String expected, String text) {
    assertEquals(expected, refusal(text));
  }

  @Test
  void readWithoutSource() {
    assertRefused(
        "line 2: the read has no source: give the label of the write that it read, or init",
        "a: 1 W rlx x\n2 R acq x\n");
    assertRefused(
        "line 1: the RMW has no source: give the label of the write that it read, or init",
        "1 U rlx x\n");
    assertRefused("line 2: no event is called 'b'", "a: 1 W rlx x\n2 R acq x b\n");
  }

  @Test
  void sourceThatIsNotAWrite() {
    assertRefused(
        "line 3: the source (line 2) is not a write",
        "a: 1 W rlx x\nb: 2 R rlx x a\n3 R rlx x b\n");
    assertRefused("line 2: the source (line 1) is not a write", "f: 1 F rel\n2 R rlx x f\n");
    assertRefused("line 1: the source (line 2) is not a write", "1 R rlx x f\nf: 1 F rel\n");
  }

  @Test
  void sourceOfAnotherLocation() {
    assertRefused(
        "line 3: the source (line 1) is a write of another location, x instead of y",
        "a: 1 W rlx x\n1 W rlx y\n2 R acq y a\n");
  }

  @Test
  void twoWritesWithOneIdentity() {
    assertRefused(
        "line 3: two writes are called 'a'; the first is on line 1",
        "a: 1 W rlx x\n# no event\na: 2 W rlx x\n");
  }

  @Test
  void duplicateEvent() {
    assertRefused(
        "line 3: duplicate event 'r'; the first is on line 2",
        "a: 1 W rlx x\nr: 2 R rlx x a\nr: 2 R rlx x a\n");
    assertRefused(
        "line 2: duplicate event 'a'; the first is on line 1", "a: 1 W rlx x\na: 2 F rel\n");
  }

  @Test
  void unknownOrder() {
    assertRefused("line 1: unknown order 'consume'", "1 R consume x init\n");
    assertRefused("line 1: unknown order for a read: 'rel'", "1 R rel x init\n");
    assertRefused("line 1: unknown order for a write: 'acq'", "1 W acq x\n");
    assertRefused("line 1: unknown order for a fence: 'rlx'", "1 F rlx\n");
    assertRefused("line 1: unknown order for a fence: 'plain'", "1 F plain\n");
    assertRefused("line 1: unknown order for a RMW: 'plain'", "1 U plain x init\n");
  }

  @Test
  void cyclicProgramOrder() {
    assertRefused(
        "line 5: program order is cyclic",
        "a: 1 W rlx x\nb: 1 W rlx x\nc: 2 W rlx x\npo b c\npo c a\n");
    assertRefused("line 2: program order is cyclic", "a: 1 W rlx x\npo a a\n");
    assertRefused("line 2: no event is called 'b'", "a: 1 W rlx x\npo a b\n");
  }

  @Test
  void emptyFile() {
    assertRefused("line 1: the trace has no event", "");
    assertRefused("line 1: the trace has no event", "# nothing\n\n");
  }

  @Test
  void otherMistakes() {
    assertRefused("line 1: unknown operation 'X'; it is R, W, U or F", "1 X rlx x\n");
    assertRefused("line 1: the operation is missing", "1\n");
    assertRefused("line 1: the order is missing", "1 W\n");
    assertRefused("line 1: the location is missing", "1 W rlx\n");
    assertRefused("line 1: the thread is missing", "a:\n");
    assertRefused("line 1: unexpected 'y'", "1 W rlx x y\n");
    assertRefused("line 1: unexpected 'x'", "1 F rel x\n");
    assertRefused("line 1: the later event is missing", "po a\n");
    assertRefused(
        "line 1: 'init' names the initial writes and cannot be a label", "init: 1 W rlx x\n");
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  /** Events that compress badly, so that a cut file still gives some of them. */
  private static String longText() {
    Random random = new Random(1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(random.nextInt(8)).append(" W rlx x").append(random.nextInt(1000)).append('\n');
    }
    return text.toString();
  }

  @Test
  void truncatedGzipNamesTheLineThatItEndsIn() throws IOException {
    byte[] whole = gzip(longText().getBytes(StandardCharsets.UTF_8));
    String message = refusal(Arrays.copyOf(whole, whole.length / 2));
    assertTrue(message.matches("line \\d+: the gzip data is truncated"), message);
    assertTrue(Integer.parseInt(message.replaceAll("\\D", "")) > 1, message);
    assertEquals("line 1: the gzip data is truncated", refusal(Arrays.copyOf(whole, 5)));
  }

  @Test
  void damagedGzipIsRefused() throws IOException {
    byte[] whole = gzip(longText().getBytes(StandardCharsets.UTF_8));
    whole[whole.length / 2] ^= 0x55;
    String message = refusal(whole);
    assertTrue(message.matches("line \\d+: .*"), message);
  }

  private static byte[] binary(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Traces.writeBinary(
        Traces.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))), out);
    return out.toByteArray();
  }

  @Test
  void truncatedBinaryIsRefusedWhereverItEnds() throws IOException {
    byte[] whole = binary("a: 1 W rel x\nb: 2 U acq_rel x a\n1 R acq x b\n2 F sc\n2 F acq\n");
    for (int length = 5; length < whole.length; length++) {
      String message = refusal(Arrays.copyOf(whole, length));
      assertTrue(message.endsWith("the file is truncated"), length + ": " + message);
      assertTrue(message.contains("byte " + length + ":"), length + ": " + message);
    }
    String inside = refusal(Arrays.copyOf(whole, whole.length - 8));
    assertTrue(inside.startsWith("event "), inside);
  }

  @Test
  void truncatedBinaryGzipIsRefused() throws IOException {
    byte[] whole = gzip(binary(longText()));
    String message = refusal(Arrays.copyOf(whole, whole.length / 2));
    assertTrue(message.matches("event \\d+, byte \\d+: the gzip data is truncated"), message);
  }

  @Test
  void damagedBinaryIsNeverAccepted() throws IOException {
    byte[] whole =
        binary("a: 1 W rel x\nb: 2 U acq_rel x a\n1 R acq x b\n1 F sc\n2 F acq\npo a b\n");
    for (int at = 0; at < whole.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) (1 << bit);
        assertThrows(
            MalformedTraceException.class,
            () -> Traces.read(new ByteArrayInputStream(damaged)),
            "byte " + at + ", bit " + bit);
      }
    }
  }

  @Test
  void binaryWithBadContentNamesTheEvent() throws IOException {
    byte[] whole = binary("a: 1 W rel x\n1 R acq x a\n");
    // The label of the second event becomes a read with release order.
    for (int i = whole.length - 9; i < whole.length - 5; i++) {
      if (whole[i] == (EventLabel.READ | EventLabel.ACQUIRE)) {
        whole[i] = EventLabel.READ | EventLabel.RELEASE;
      }
    }
    String message = refusal(whole);
    assertTrue(message.startsWith("event 2, byte "), message);
    assertTrue(message.endsWith("unknown operation or order"), message);
  }

  @Test
  void binaryOfAnotherVersionIsRefused() {
    String message = refusal(new byte[] {'H', 'D', 'L', 'T', 2, 0, 0, 0});
    assertEquals("byte 5: not a trace of version 1", message);
  }
}
