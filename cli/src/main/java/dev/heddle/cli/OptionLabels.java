package dev.heddle.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IParamLabelRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Shows options the way people type them: {@code --model NAME}, {@code -DNAME}. */
final class OptionLabels extends Help {
  private OptionLabels(CommandSpec spec, ColorScheme colours) {
    super(spec, colours);
  }

  /** Lets the help of a command line be like this. Takes time, so only if there is help to show. */
  static void showIn(CommandLine line) {
    line.setHelpFactory(OptionLabels::new);
  }

  @Override
  public IParamLabelRenderer parameterLabelRenderer() {
    return new IParamLabelRenderer() {
      @Override
      public Text renderParameterLabel(ArgSpec argument, Ansi ansi, List<IStyle> styles) {
        return argument.arity().max() == 0
            ? ansi.text("")
            : ansi.text(between(argument) + argument.paramLabel());
      }

      /** Empty: picocli would look for it in the label to keep it apart from the value. */
      @Override
      public String separator() {
        return "";
      }
    };
  }

  /** What stands between an option and its value. */
  private static String between(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)) {
      return "";
    }
    return switch (option.longestName()) {
      case "-D", "-I", "-O" -> "";
      case "-std" -> "=";
      default -> " ";
    };
  }
}
