package dev.heddle.cli;

import dev.heddle.report.Conclusion;

/** Turns what nobody expected into a conclusion, so that the other inputs are still checked. */
final class Crash {
  /** A stack overflow repeats itself; its first frames say where it happens. */
  private static final int FRAMES = 40;

  private Crash() {}

  static Conclusion.Crashed of(Throwable cause) {
    StackTraceElement[] frames = cause.getStackTrace();
    String message = frames.length == 0 ? cause.toString() : cause + " at " + frames[0];
    StringBuilder details = new StringBuilder();
    String prefix = "";
    for (Throwable t = cause; t != null; t = t.getCause()) {
      append(details, prefix, t);
      prefix = "caused by ";
    }
    return new Conclusion.Crashed(message, details.toString());
  }

  private static void append(StringBuilder details, String prefix, Throwable cause) {
    details.append(prefix).append(cause).append('\n');
    StackTraceElement[] frames = cause.getStackTrace();
    for (int i = 0; i < Math.min(FRAMES, frames.length); i++) {
      details.append("  at ").append(frames[i]).append('\n');
    }
    if (frames.length > FRAMES) {
      details.append("  and ").append(frames.length - FRAMES).append(" more\n");
    }
  }
}
