package dev.heddle.report.document;

import dev.heddle.report.CheckResult;
import dev.heddle.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects results, and writes a document about them when the run ends. */
public final class DocumentReport implements Report {
  private final Document document;
  private final Consumer<String> destination;
  private final List<CheckResult> results = new ArrayList<>();

  public DocumentReport(Document document, Consumer<String> destination) {
    this.document = document;
    this.destination = destination;
  }

  @Override
  public void add(CheckResult result) {
    results.add(result);
  }

  @Override
  public void addUnchecked(List<CheckResult> unchecked) {
    results.addAll(unchecked);
  }

  @Override
  public void finish() {
    destination.accept(document.text(List.copyOf(results)));
  }
}
