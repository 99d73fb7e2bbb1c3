package dev.heddle.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.heddle.explore.Estimate;
import dev.heddle.explore.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * How far an exploration is, as JSON objects, one line each: a few in a second while it runs, and
 * one when it ends.
 */
public final class ProgressEvents extends Ticker {
  private static final Duration PERIOD = Duration.ofMillis(250);

  private final JsonLines lines;
  private final String file;
  private final Progress progress;
  private final long start = System.nanoTime();

  private ProgressEvents(OutputStream out, String file, Progress progress) {
    super(PERIOD, PERIOD);
    this.lines = new JsonLines(out);
    this.file = file;
    this.progress = progress;
  }

  /** Starts to write events. */
  public static ProgressEvents start(OutputStream out, String file, Progress progress) {
    ProgressEvents events = new ProgressEvents(out, file, progress);
    events.start();
    return events;
  }

  @Override
  void tick() {
    lines.add(
        json -> {
          json.writeStringField("event", "progress");
          json.writeStringField("file", file);
          json.writeNumberField("complete", progress.complete());
          json.writeNumberField("blocked", progress.blocked());
          long elapsed = System.nanoTime() - start;
          JsonLines.seconds("seconds", elapsed, json);
          Estimate estimate = progress.estimate();
          if (estimate != null) {
            write(estimate, elapsed, json);
          }
        });
  }

  private void write(Estimate estimate, long elapsed, JsonGenerator json) throws IOException {
    long executions = progress.complete() + progress.blocked();
    json.writeObjectFieldStart("estimate");
    json.writeNumberField("share", estimate.share());
    json.writeNumberField("executions", estimate.executions());
    json.writeNumberField("low", estimate.low());
    json.writeNumberField("high", estimate.high());
    double left = EstimateText.left(estimate, executions, elapsed);
    JsonLines.seconds("secondsLeft", (long) left, json);
    json.writeEndObject();
  }

  @Override
  void end() {
    tick();
  }
}
