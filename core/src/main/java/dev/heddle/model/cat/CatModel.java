package dev.heddle.model.cat;

import dev.heddle.litmus.Architecture;
import dev.heddle.model.axiomatic.AxiomaticModel;
import dev.heddle.model.axiomatic.CandidateExecution;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A memory model from a file, read for one architecture. */
public final class CatModel implements AxiomaticModel {
  private final String name;
  private final ExpressionNodes nodes;
  private final List<Reading.Check> checks;
  private final List<Node> choices;
  private final Map<String, Node> shown;
  private final boolean coherent;

  private CatModel(String name, Reading reading) {
    this.name = name;
    this.nodes = reading.nodes();
    this.checks = List.copyOf(reading.checks());
    this.choices = List.copyOf(reading.choices());
    this.shown = reading.shown();
    this.coherent = Coherence.isImpliedBy(checks);
  }

  /** The names of the models that Heddle ships. */
  public static List<String> names() {
    return CatFiles.MODELS;
  }

  /** A model that Heddle ships. */
  public static CatModel shipped(String name, Architecture architecture) throws CatException {
    return read(CatFiles.shipped(name), null, name, architecture);
  }

  /** A model of the user; a file beside it with its name that ends in .bell is read first. */
  public static CatModel read(Path file, Architecture architecture) throws CatException {
    return read(CatFiles.read(file), CatFiles.annotations(file), null, architecture);
  }

  /** A model from its text, as if it were in a file of that name. */
  public static CatModel of(String file, String text, Architecture architecture)
      throws CatException {
    return read(new CatFiles.Source(file, text, null), null, null, architecture);
  }

  private static CatModel read(
      CatFiles.Source source, CatFiles.Source annotations, String known, Architecture architecture)
      throws CatException {
    Reading reading = new Reading(architecture.tags(), architecture.name());
    reading.read(CatFiles.shipped("stdlib"));
    String inside;
    try {
      if (annotations != null) {
        reading.read(annotations);
      }
      inside = reading.read(source);
    } catch (StackOverflowError e) {
      throw new CatException(source.file(), "expressions are nested too deeply");
    }
    String name = known != null ? known : inside != null ? inside : source.file();
    return new CatModel(name, reading);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isCoherent() {
    return coherent;
  }

  /** Whether the model has a word at all; one that has not cannot judge what the word is about. */
  public boolean mentions(String set) {
    return nodes.mentionsSet(set);
  }

  /** Whether some check looks at the coherence order at all. */
  public boolean usesCoherence() {
    return checks.stream().anyMatch(check -> check.node().dependsOnCo);
  }

  /** Whether the model may flag executions. */
  public boolean hasFlags() {
    return checks.stream().anyMatch(check -> check.use() != Syntax.Use.AXIOM);
  }

  /**
   * Why the executions of programs cannot be explored event by event under this model; null if they
   * can.
   */
  public String obstacleToExploration() {
    return new Explorability(this).obstacle();
  }

  List<Reading.Check> checks() {
    return checks;
  }

  List<Node> choices() {
    return choices;
  }

  Map<String, Node> shownNodes() {
    return shown;
  }

  @Override
  public Judge judge(CandidateExecution execution) {
    return new CatJudge(this, new Evaluation(nodes, execution));
  }
}
