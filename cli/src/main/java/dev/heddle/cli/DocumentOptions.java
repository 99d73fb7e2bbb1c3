package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.text;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.report.Report;
import dev.heddle.report.document.Document;
import dev.heddle.report.document.DocumentReport;
import dev.heddle.report.document.JunitXml;
import dev.heddle.report.document.SarifLog;
import dev.heddle.report.drawing.DotDrawing;
import dev.heddle.report.drawing.SvgDrawing;
import dev.heddle.report.page.HtmlPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that ask for a document about the whole run, and the files that take them. */
final class DocumentOptions {
  /** An option, and what it asks for; that is made only if somebody does. */
  private record Form(OptionSpec option, Supplier<Document> document) {
    static Form of(String option, String description, Supplier<Document> document) {
      return new Form(text("FILE", option).description(description).build(), document);
    }
  }

  private final List<Form> forms =
      List.of(
          Form.of(
              "--html",
              "write a page to look at results with, in any browser",
              () -> new HtmlPage(VersionText.number())),
          Form.of(
              "--sarif",
              "write SARIF 2.1.0, for code hosts and editors",
              () -> new SarifLog(VersionText.number())),
          Form.of("--junit", "write JUnit's XML, one test case per input", JunitXml::new),
          Form.of("--dot", "write violating executions as graphs for Graphviz", DotDrawing::new),
          Form.of("--svg", "draw violating executions, for a browser", SvgDrawing::new));

  /** What went wrong with the files. */
  private final List<String> problems = new ArrayList<>();

  void addTo(CommandSpec command) {
    for (Form form : forms) {
      command.addOption(form.option);
    }
  }

  /** Reports that write the documents when a run ends. Nothing is written yet. */
  List<Report> reports(List<Input> inputs) throws OutputFile.UnwritableException {
    List<Report> reports = new ArrayList<>();
    Map<Path, String> optionOfFile = new HashMap<>();
    for (Form form : forms) {
      String option = form.option.longestName();
      String name = form.option.getValue();
      if (name != null) {
        OutputFile.require(option, name, OutputFile.paths(inputs));
        String other = optionOfFile.put(Path.of(name).toAbsolutePath().normalize(), option);
        if (other != null) {
          throw new OutputFile.UnwritableException(
              name, other + " writes it too; name another file");
        }
        reports.add(new DocumentReport(form.document.get(), text -> write(name, text)));
      }
    }
    return reports;
  }

  private void write(String name, String text) {
    try {
      OutputFile.write(name, text);
    } catch (IOException e) {
      problems.add("cannot write " + name + ": " + e.getMessage());
    }
  }

  /** Why files could not be written after all; empty if all were. */
  List<String> problems() {
    return problems;
  }
}
