package dev.heddle.report.document;

import dev.heddle.report.SourceText;
import dev.heddle.verdict.Violation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Names of violations that stay the same when the file around them changes: they are made of the
 * kind, the file, the calls under way and the text of the line, but of no line number and no step.
 */
final class Fingerprints {
  private final SourceText source;
  private final Map<String, Integer> occurrences = new HashMap<>();

  Fingerprints(SourceText source) {
    this.source = source;
  }

  /** Of the next violation of a run; equal ones are numbered. */
  String next(String input, Violation violation) {
    StringBuilder text = new StringBuilder(violation.kind().label());
    text.append('\0').append(input);
    text.append('\0').append(violation.location().file());
    violation.stack().forEach(frame -> text.append('\0').append(frame.function()));
    text.append('\0').append(source.at(violation.location()).replaceAll("\\s+", " "));
    String hash = hash(text.toString());
    return hash + ":" + occurrences.merge(hash, 1, Integer::sum);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java has it.
    }
  }
}
