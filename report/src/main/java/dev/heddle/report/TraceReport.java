package dev.heddle.report;

/** Shows the results of recorded executions, each as soon as it is known. */
public interface TraceReport {
  void add(TraceResult result);
}
