package dev.heddle.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Another model checker that can run the same programs under sequential consistency. */
public enum Peer {
  /** Prints counts in sentences; it has one algorithm, whatever Heddle runs. */
  GENMC("genmc") {
    @Override
    List<String> arguments(Instance instance, String program) {
      List<String> arguments = new ArrayList<>(List.of("--sc", "--disable-estimation"));
      arguments.addAll(bound(instance));
      arguments.add("--");
      arguments.addAll(instance.definitions());
      arguments.add(program);
      return arguments;
    }

    @Override
    OptionalLong complete(String output) {
      return number("^Number of complete executions explored: ([0-9]+)", output);
    }

    @Override
    long blocked(String output) {
      return number("^Number of blocked executions seen: ([0-9]+)", output).orElse(0);
    }
  },

  /** Tells blocked traces apart by what blocks them, and prints a line for each that occurs. */
  NIDHUGG("nidhuggc") {
    @Override
    List<String> arguments(Instance instance, String program) {
      List<String> arguments = new ArrayList<>(instance.definitions());
      boolean readsFrom = instance.variant().algorithm().equals("rf");
      arguments.addAll(List.of("--", "--sc", readsFrom ? "--rf" : "--optimal"));
      arguments.addAll(bound(instance));
      Reduction.without(instance.variant().reductions())
          .forEach(reduction -> arguments.add(reduction.nidhuggSwitch()));
      arguments.add(program);
      return arguments;
    }

    @Override
    OptionalLong complete(String output) {
      return number("^Trace count: ([0-9]+)", output);
    }

    @Override
    long blocked(String output) {
      return number("^Await-blocked trace count: ([0-9]+)", output).orElse(0)
          + number("^Assume-blocked trace count: ([0-9]+)", output).orElse(0)
          + number("^Sleepset-blocked trace count: ([0-9]+)", output).orElse(0);
    }
  };

  private final String executable;

  Peer(String executable) {
    this.executable = executable;
  }

  /** The name of its column. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name of the file to look for in the PATH. */
  public String executable() {
    return executable;
  }

  /** What follows the executable on its command line. */
  abstract List<String> arguments(Instance instance, String program);

  /** The number of complete executions, or nothing if this is not the output of a whole run. */
  abstract OptionalLong complete(String output);

  abstract long blocked(String output);

  private static List<String> bound(Instance instance) {
    int unroll = instance.row().unroll();
    return unroll == 0 ? List.of() : List.of("--unroll=" + unroll);
  }

  private static OptionalLong number(String pattern, String output) {
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(output);
    return matcher.find()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }
}
