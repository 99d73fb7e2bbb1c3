package dev.heddle.cli;

import java.util.List;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and what to do about it. */
final class UsageMistake {
  private UsageMistake() {}

  static String explain(ParameterException wrong) {
    String help = wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help";
    return wrong.getMessage() + hint(wrong) + "\nTry '" + help + "'.";
  }

  private static String hint(ParameterException wrong) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    List<String> suggestions = unmatched.getSuggestions();
    if (!suggestions.isEmpty()) {
      return "; did you mean " + String.join(" or ", suggestions) + "?";
    }
    if (wrong.getCommandLine().getCommandSpec().userObject() instanceof CheckCommand) {
      return "; options for the compiler go after --";
    }
    String first = unmatched.getUnmatched().get(0);
    return first.startsWith("-") ? "" : "; to check a program: heddle check " + first;
  }
}
