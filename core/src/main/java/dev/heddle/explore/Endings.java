package dev.heddle.explore;

import dev.heddle.execution.EventDescription;
import dev.heddle.execution.Waiting;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How executions end. Where none comes to its end, or none with success, nothing much was checked,
 * and it would be wrong to call the program safe.
 */
final class Endings {
  /** So many places say enough. */
  private static final int MAX_PLACES = 3;

  /** What a program says when it does not know what to do is short. */
  private static final int MAX_OUTPUT = 160;

  private final Map<String, Integer> stops = new LinkedHashMap<>();
  private boolean cutByUnroll;
  private boolean ended;
  private volatile boolean succeeded;
  private long status;
  private String output = "";

  /** Whether some execution came to its end with success: no more need be known. */
  boolean hasSuccess() {
    return succeeded;
  }

  /** Takes in a maximal execution in which no thread fails. */
  void add(ExecutionView execution, boolean isComplete) {
    ThreadNode end = execution.programEnd();
    if (!isComplete && (end == null || isCutShort(execution))) {
      addStops(execution);
      return;
    }
    ended = true;
    if (end == null || (int) end.returned() == 0) {
      succeeded = true;
    } else {
      status = (int) end.returned() & 0xff;
      output = new EventDescription(execution).printed();
    }
  }

  /**
   * Whether an assumption has stopped a thread, so that no run of the program is like this, or a
   * bound has, so that nobody saw what it does before the program ends.
   */
  private static boolean isCutShort(ExecutionView execution) {
    Waiting waits = new Waiting(execution);
    for (int t = 0; t < execution.threads(); t++) {
      ThreadNode node = execution.current(t);
      if (node != null
          && (node.status() == Status.ASSUME_BLOCKED
              || node.status() == Status.CUT
              || waits.waitsByAssumption(t))) {
        return true;
      }
    }
    return false;
  }

  private void addStops(ExecutionView execution) {
    EventDescription description = new EventDescription(execution);
    Waiting waits = new Waiting(execution);
    for (int t = 0; t < execution.threads(); t++) {
      ThreadNode node = execution.current(t);
      if (node == null) {
        continue;
      }
      String why =
          switch (node.status()) {
            case CUT -> "in a loop that was cut";
            case ASSUME_BLOCKED -> "at an assumption";
            case SPINNING -> "in a loop that it does not leave";
            case READY ->
                waits.waitsByAssumption(t)
                    ? "at an assumption"
                    : waits.spins(t) ? "in a loop that it does not leave" : "";
            default -> "";
          };
      if (!why.isEmpty()) {
        cutByUnroll |= node.status() == Status.CUT;
        String place = description.locationOf(node).toString();
        stops.merge("thread " + t + " stops " + why + " (" + place + ")", 1, Integer::sum);
      }
    }
  }

  /** Keeps what matters for going on later. */
  void write(DataOutputStream out) throws IOException {
    out.writeBoolean(ended);
    out.writeBoolean(succeeded);
    out.writeLong(status);
  }

  void read(DataInputStream in) throws IOException {
    ended = in.readBoolean();
    succeeded = in.readBoolean();
    status = in.readLong();
  }

  /** Why the executions say nothing about the program, and what to do; null if they do. */
  String problem() {
    if (succeeded) {
      return null;
    }
    if (!ended) {
      String advice =
          cutByUnroll ? "; raise --unroll" : "; --check-liveness tells whether it could ever go on";
      return "no execution came to its end" + (stops.isEmpty() ? "" : ": " + places() + advice);
    }
    String said = output.strip();
    if (said.length() > MAX_OUTPUT) {
      said = "…" + said.substring(said.length() - MAX_OUTPUT);
    }
    return ("every execution ends with exit status " + status)
        + (said.isEmpty() ? "" : ", the last after printing \"" + said + "\"")
        + "; give main its arguments with --args, or return 0 where all is well";
  }

  private String places() {
    List<Map.Entry<String, Integer>> most = new ArrayList<>(stops.entrySet());
    most.sort(Comparator.comparing((Map.Entry<String, Integer> e) -> -e.getValue()));
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, Integer> entry : most.subList(0, Math.min(MAX_PLACES, most.size()))) {
      parts.add("in " + entry.getValue() + " of them " + entry.getKey());
    }
    return String.join(", ", parts);
  }
}
