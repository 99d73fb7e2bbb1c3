package dev.heddle.report;

import java.util.List;

/** Where the results of a run go, one after the other. */
public interface Report {
  void add(CheckResult result);

  /**
   * Tells of inputs that the run ended without looking at. They are never left out: an input that
   * nobody mentions reads like one that passed.
   */
  void addUnchecked(List<CheckResult> results);

  /** Ends the report. */
  void finish();
}
