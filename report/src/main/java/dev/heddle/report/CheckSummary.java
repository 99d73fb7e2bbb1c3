package dev.heddle.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.verdict.Outcome;
import java.io.IOException;

/**
 * What the check of one input came to, in numbers. It can be had from a result and from the line
 * that {@link JsonReport} writes for it, so that a check in another process counts like one in
 * this.
 *
 * @param verdict the word that reports show, {@code error} included
 * @param reason what bounded or ended the exploration, or why there is none; null otherwise
 * @param seconds for the input, from the first look at it to its conclusion
 * @param peakMemoryMiB the most memory that the process held up to the end of the check
 */
public record CheckSummary(
    String algorithm,
    String verdict,
    String reason,
    long complete,
    long blocked,
    double seconds,
    long peakMemoryMiB) {
  private static final double NANOSECONDS = 1e9;

  public static CheckSummary of(CheckResult result) {
    Cost cost = result.cost();
    Outcome outcome =
        result.conclusion() instanceof Conclusion.Explored explored ? explored.outcome() : null;
    return new CheckSummary(
        result.algorithm(),
        result.conclusion().label(),
        result.conclusion().reason(),
        outcome == null ? 0 : outcome.complete(),
        outcome == null ? 0 : outcome.blocked(),
        cost.total() / NANOSECONDS,
        cost.peakMemoryMiB());
  }

  /**
   * Reads a line of {@link JsonReport}. Fields that it does not know are skipped.
   *
   * @throws IOException if the line is no such line
   */
  public static CheckSummary parse(String line) throws IOException {
    Fields fields = new Fields();
    try (JsonParser parser = new JsonFactory().createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      fields.read(parser, "");
      if (parser.nextToken() != null) {
        throw new IOException("something follows the object");
      }
    }
    if (fields.verdict == null) {
      throw new IOException("there is no verdict");
    }
    return fields.summary();
  }

  /** The same with another measure of time. */
  public CheckSummary withSeconds(double measured) {
    return new CheckSummary(algorithm, verdict, reason, complete, blocked, measured, peakMemoryMiB);
  }

  private static final class Fields {
    private String algorithm;
    private String verdict;
    private String reason;
    private long complete;
    private long blocked;
    private double seconds;
    private long peakMemoryMiB;

    /** Reads up to the end of an object whose fields' names begin with {@code path}. */
    void read(JsonParser parser, String path) throws IOException {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = path + parser.currentName();
        JsonToken token = parser.nextToken();
        if (token == JsonToken.START_OBJECT) {
          read(parser, field + ".");
        } else if (token == JsonToken.START_ARRAY) {
          parser.skipChildren();
        } else {
          set(field, parser);
        }
      }
    }

    private void set(String field, JsonParser parser) throws IOException {
      switch (field) {
        case "algorithm" -> algorithm = parser.getValueAsString();
        case "verdict" -> verdict = parser.getValueAsString();
        case "reason" -> reason = parser.getValueAsString();
        case "executions.complete" -> complete = parser.getLongValue();
        case "executions.blocked" -> blocked = parser.getLongValue();
        case "seconds.total" -> seconds = parser.getDoubleValue();
        case "peakMemoryMiB" -> peakMemoryMiB = parser.getLongValue();
        default -> {
          // Lines gain fields over time.
        }
      }
    }

    CheckSummary summary() {
      return new CheckSummary(
          algorithm, verdict, reason, complete, blocked, seconds, peakMemoryMiB);
    }
  }
}
