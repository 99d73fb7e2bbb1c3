package dev.heddle.bench;

/**
 * A published number of executions. Some publish complete and blocked ones together, others apart.
 *
 * @param text as it was published, such as {@code 36} or {@code 34+2}
 * @param executions complete and blocked ones together
 */
public record Count(String text, long executions) {
  private static final char PLUS = '+';

  static Count parse(String text) {
    int plus = text.indexOf(PLUS);
    return new Count(
        text,
        plus < 0
            ? Long.parseLong(text)
            : Long.parseLong(text.substring(0, plus)) + Long.parseLong(text.substring(plus + 1)));
  }

  /** Whether a run with so many executions has as many as were published. */
  boolean is(long complete, long blocked) {
    return text.indexOf(PLUS) < 0
        ? complete + blocked == executions
        : text.equals("" + complete + PLUS + blocked);
  }
}
