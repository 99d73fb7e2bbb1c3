package dev.heddle.symbolic.unroll;

import dev.heddle.program.Location;
import dev.heddle.symbolic.term.Term;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One thread of an unrolled program. */
public final class UnrolledThread {
  private final int number;
  private final int parent;
  final List<Step> steps = new ArrayList<>();
  final List<Ending> failures = new ArrayList<>();
  final List<Ending> cuts = new ArrayList<>();
  final List<Ending> unsupported = new ArrayList<>();
  final Set<Step> lasts = new LinkedHashSet<>();

  /** Waiting for ever while no other thread exists. */
  Term blockedAlone;

  /** When it waits for ever for memory that nobody writes while several threads exist. */
  Term stuck;

  /** When it ends and the process with it, so that nobody waits any longer. */
  Term endedProgram;

  /** When it ends the process with success, from whatever function. */
  Term exitedWell;

  /** When it ends the process and says that something went wrong. */
  Term exitedBadly;

  /** When an assumption does not hold for it. */
  Term refuted;

  Term finished;
  Term returned;
  Term started;
  Step spawn;
  java.util.BitSet joinedAtEnd = new java.util.BitSet();

  /** A way in which a thread does not go on. */
  public record Ending(Term condition, Location location, String what) {}

  UnrolledThread(int number, int parent) {
    this.number = number;
    this.parent = parent;
  }

  public int number() {
    return number;
  }

  /** The thread that starts it, or -1. */
  public int parent() {
    return parent;
  }

  public List<Step> steps() {
    return Collections.unmodifiableList(steps);
  }

  /** What goes wrong between steps, or at direct ones. */
  public List<Ending> failures() {
    return failures;
  }

  /** Where a bound stops it. */
  public List<Ending> cuts() {
    return cuts;
  }

  public List<Ending> unsupported() {
    return unsupported;
  }

  /** The steps behind which it can stop. */
  public Set<Step> lasts() {
    return lasts;
  }

  public Term blockedAlone() {
    return blockedAlone;
  }

  public Term stuck() {
    return stuck;
  }

  /** When it comes to its end. */
  public Term finished() {
    return finished;
  }

  public Term endedProgram() {
    return endedProgram;
  }

  public Term exitedWell() {
    return exitedWell;
  }

  public Term exitedBadly() {
    return exitedBadly;
  }

  public Term refuted() {
    return refuted;
  }

  /** When it exists. */
  public Term started() {
    return started;
  }

  /** The step that starts it; null for the first thread. */
  public Step spawn() {
    return spawn;
  }
}
