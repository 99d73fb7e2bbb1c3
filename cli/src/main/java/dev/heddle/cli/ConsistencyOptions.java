package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.count;
import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;
import static dev.heddle.cli.OptionForms.number;
import static dev.heddle.cli.OptionForms.text;
import static dev.heddle.cli.OptionForms.value;
import static dev.heddle.cli.OptionForms.when;

import dev.heddle.model.MemoryModel;
import dev.heddle.model.TraceShape;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code heddle consistency}. */
final class ConsistencyOptions {
  private static final Choice<MemoryModel> MODEL =
      new Choice<>("model", MemoryModel.ofTraces(), MemoryModel::id, model -> true);

  private final PositionalParamSpec files =
      OptionForms.arguments("FILE", "a trace: text or binary, plain or gzip; - is standard input");

  private final OptionSpec model =
      value("NAME", MemoryModel.class, MODEL.converter(), "-m", "--model")
          .defaultValue("sc")
          .description("sc (default), sra, ra, wra, rc20 or relaxed")
          .build();

  private final OptionSpec witness =
      text("FILE", "--witness")
          .description("write the modification order that shows consistency to FILE")
          .build();

  private final OptionSpec json =
      flag("--json")
          .description("one JSON object per input, one line each, instead of text")
          .build();

  private final OptionSpec quiet = flag("-q", "--quiet").description("verdict lines only").build();

  private final OptionSpec progress =
      when("--progress")
          .description("a line on standard error during long runs: auto, always, never")
          .build();

  private final OptionSpec convert =
      flag("--convert")
          .description("write the trace to the file of --out in another form, unchecked")
          .build();

  private final OptionSpec generate =
      flag("--generate")
          .description("write a synthetic trace to the file of --out; its shape:")
          .build();

  private final OptionSpec threads =
      count("K", "--threads").description("threads (default 10)").build();
  private final OptionSpec events =
      count("N", "--events").description("events (default 1000000)").build();
  private final OptionSpec locations =
      count("D", "--locations").description("locations (default 100)").build();

  private final OptionSpec rmw =
      value("SHARE", Double.class, Converter.of(ConsistencyOptions::share), "--rmw")
          .description("share of RMWs, from 0 to 1 (default 0.1)")
          .build();

  private final OptionSpec consistent =
      flag("--consistent").description("consistent under --model (default)").build();

  private final OptionSpec violation =
      flag("--violation").description("with a read that no model allows").build();

  private final OptionSpec window =
      count("W", "--window")
          .description("how far sc traces may be out of order (default 8 per thread)")
          .build();

  private final OptionSpec seed =
      OptionSpec.builder("--seed")
          .paramLabel("S")
          .type(Long.class)
          .description("another trace of the same shape (default 1)")
          .build();

  private final OptionSpec out =
      text("FILE", "--out")
          .description("binary if FILE ends in .bin, else text; .gz is added for gzip")
          .build();

  /** A number from 0 to 1. */
  private static double share(String text) {
    try {
      double share = Double.parseDouble(text);
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Falls through to the same message.
    }
    throw new TypeConversionException("'" + text + "' is not a number from 0 to 1");
  }

  /** Makes the options part of {@code command}. */
  void addTo(CommandSpec command) {
    command.addPositional(files);
    Subcommand.add(command, model, witness, json, quiet, progress);
    Subcommand.add(command, convert, generate, threads, events, locations);
    Subcommand.add(command, rmw, consistent, violation, window, seed, out);
  }

  /** Refuses what picocli cannot know to be wrong. */
  void validate(CommandSpec command) {
    String problem = problem();
    if (problem != null) {
      throw new ParameterException(command.commandLine(), problem);
    }
  }

  private String problem() {
    if (generate() && convert()) {
      return "--generate and --convert contradict each other; leave one out";
    }
    if (generate()) {
      return generateProblem();
    }
    if (isShaped()) {
      return "--threads, --events and the like are for --generate";
    }
    if (convert()) {
      return files().size() == 1 && out() != null
          ? null
          : "--convert takes one trace and --out, as in: --convert trace.txt --out trace.bin";
    }
    if (out() != null) {
      return "--out is for --generate and --convert";
    }
    if (files().isEmpty()) {
      return "nothing to check; name a trace, as in: heddle consistency --model ra trace.txt";
    }
    if (witness() != null && files().size() > 1) {
      return "--witness takes the order of one trace; check the others separately";
    }
    return null;
  }

  private String generateProblem() {
    if (!files().isEmpty()) {
      return "--generate takes no input";
    }
    if (out() == null) {
      return "--generate needs --out FILE";
    }
    if (isSet(consistent) && isSet(violation)) {
      return "--consistent and --violation contradict each other; leave one out";
    }
    try {
      shape();
      return null;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  private boolean isShaped() {
    return threads.getValue() != null
        || events.getValue() != null
        || locations.getValue() != null
        || rmw.getValue() != null
        || seed.getValue() != null
        || window.getValue() != null
        || isSet(consistent)
        || isSet(violation);
  }

  List<String> files() {
    return files.getValue();
  }

  MemoryModel model() {
    return model.getValue();
  }

  String witness() {
    return witness.getValue();
  }

  boolean json() {
    return isSet(json);
  }

  boolean quiet() {
    return isSet(quiet);
  }

  When progress() {
    return progress.getValue();
  }

  boolean convert() {
    return isSet(convert);
  }

  boolean generate() {
    return isSet(generate);
  }

  String out() {
    return out.getValue();
  }

  /** What to generate. */
  TraceShape shape() {
    TraceShape shape =
        TraceShape.of(
                (int) number(threads, 10),
                (int) number(events, 1_000_000),
                (int) number(locations, 100))
            .withModel(model())
            .withViolation(isSet(violation));
    if (rmw.getValue() != null) {
      double share = rmw.<Double>getValue();
      shape = shape.withFenceShare(Math.min(shape.fenceShare(), 1 - share)).withRmwShare(share);
    }
    if (seed.getValue() != null) {
      shape = shape.withSeed(seed.<Long>getValue());
    }
    return shape.withWindow((int) number(window, shape.window()));
  }
}
