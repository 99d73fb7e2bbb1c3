package dev.heddle.report.document;

import dev.heddle.report.CheckResult;
import java.util.List;

/** A form in which all results of a run are told at once. */
public interface Document {
  /**
   * The whole text.
   *
   * @param results of all inputs, those that the run did not get to included
   */
  String text(List<CheckResult> results);
}
