package dev.heddle.report.document;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Violation witnesses as the verifiers of SV-COMP exchange them: a {@code violation_sequence} of
 * format 2.2, in which waypoints name their threads. Each step of the execution is a segment of its
 * own, so that the order of segments is the interleaving.
 *
 * <p>Waypoints have no columns. The format then means the leftmost place of the line that fits,
 * which is what a step knows: its line, and not where the statement around it begins.
 */
public final class YamlWitness {
  private static final String FORMAT = "2.2";

  private final StringBuilder yaml = new StringBuilder();

  private YamlWitness() {}

  /**
   * What a witness is about.
   *
   * @param version of Heddle
   * @param file the program, as the user named it
   * @param sha256 the hash of its content, in hexadecimal digits
   */
  public record Task(String version, String file, String sha256, Instant created) {}

  /** The property of SV-COMP that a violation breaks, or null if there is none. */
  public static String specification(FailureKind kind) {
    String broken =
        switch (kind) {
          case ASSERTION, REACH_ERROR -> "! call(reach_error())";
          case USE_AFTER_FREE, OUT_OF_BOUNDS, NULL_ACCESS, INVALID_ACCESS -> "valid-deref";
          case DOUBLE_FREE, INVALID_FREE -> "valid-free";
          case DATA_RACE -> "! data-race";
          case SIGNED_OVERFLOW -> "! overflow";
          case ABORT,
              DEADLOCK,
              LIVELOCK,
              FLAGGED,
              UNINITIALIZED_READ,
              UNLOCK_NOT_HELD,
              LOCK_MISUSE,
              DIVISION_BY_ZERO,
              INVALID_SHIFT ->
              null;
        };
    return broken == null ? null : "CHECK( init(main()), LTL(G " + broken + ") )";
  }

  /**
   * The text of a witness.
   *
   * @throws IllegalArgumentException if no property of SV-COMP is broken
   */
  public static String write(Task task, Violation violation) {
    String specification = specification(violation.kind());
    if (specification == null) {
      throw new IllegalArgumentException(violation.kind() + " breaks no property of SV-COMP");
    }
    YamlWitness witness = new YamlWitness();
    String content = content(violation);
    witness.line("- entry_type: \"violation_sequence\"");
    witness.line("  metadata:");
    witness.line("    format_version: \"" + FORMAT + "\"");
    // The same witness has the same name, whenever it is made.
    byte[] name = (task + content).getBytes(StandardCharsets.UTF_8);
    witness.line("    uuid: \"" + UUID.nameUUIDFromBytes(name) + "\"");
    Instant second = task.created.truncatedTo(ChronoUnit.SECONDS);
    witness.line("    creation_time: \"" + second + "\"");
    witness.line("    producer:");
    witness.line("      name: \"Heddle\"");
    witness.line("      version: " + quoted(task.version));
    witness.line("    task:");
    witness.line("      input_files:");
    witness.line("        - " + quoted(task.file));
    witness.line("      input_file_hashes:");
    witness.line("        " + quoted(task.file) + ": " + quoted(task.sha256));
    witness.line("      specification: " + quoted(specification));
    witness.line("      data_model: \"LP64\"");
    witness.line("      language: \"C\"");
    return witness.yaml + content;
  }

  private void line(String text) {
    yaml.append(text).append('\n');
  }

  private static String content(Violation violation) {
    YamlWitness content = new YamlWitness();
    content.line("  content:");
    for (Step step : steps(violation)) {
      content.line("    - segment:");
      if (step.operation().equals("choose")) {
        String constraint = "\\result == " + step.value();
        content.waypoint("function_return", step.thread(), step.location());
        content.constraint(constraint, "acsl_expression");
      } else {
        content.waypoint("assumption", step.thread(), step.location());
        content.constraint("1", "c_expression");
      }
    }
    content.line("    - segment:");
    content.waypoint("target", violation.thread(), violation.location());
    return content.yaml.toString();
  }

  /** The steps that a waypoint can name: those with a place, but for the one that fails. */
  public static List<Step> steps(Violation violation) {
    List<Step> steps = new ArrayList<>(violation.trace());
    steps.removeIf(step -> step.fails() || !step.location().isKnown());
    return steps;
  }

  private void waypoint(String type, int thread, Location location) {
    line("        - waypoint:");
    line("            type: \"" + type + "\"");
    line("            action: \"follow\"");
    line("            thread_id: " + thread);
    line("            location:");
    line("              file_name: " + quoted(location.file()));
    line("              line: " + location.line());
  }

  private void constraint(String value, String format) {
    line("            constraint:");
    line("              value: " + quoted(value));
    line("              format: \"" + format + "\"");
  }

  /** A double-quoted scalar; what is not plain ASCII is escaped. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
              } else if (c >= ' ' && c < 0x7f) {
                quoted.append((char) c);
              } else {
                quoted.append(String.format(c > 0xffff ? "\\U%08x" : "\\u%04x", c));
              }
            });
    return quoted.append('"').toString();
  }
}
