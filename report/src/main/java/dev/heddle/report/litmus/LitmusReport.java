package dev.heddle.report.litmus;

/** Shows the results of litmus tests, each as soon as it is known. */
public interface LitmusReport {
  void add(LitmusResult result);
}
