package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A command line of a compiler, as build systems have them.
 *
 * @param files what is compiled or linked, in order
 * @param flags those of the options that change what the source means. Optimisation, warnings, code
 *     generation and plug-ins do not, or must not.
 * @param output the file that is made, or null
 */
record CompilerArguments(
    List<String> files, List<String> flags, String output, boolean isCompileOnly) {
  /** Options with a value, behind a blank or not, that are passed on. */
  private static final Set<String> WITH_VALUE =
      Set.of("-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-x");

  /** Options whose value follows as an argument of its own, and that are left out. */
  private static final Set<String> LEFT_OUT_WITH_VALUE =
      Set.of(
          "-MF",
          "-MT",
          "-MQ",
          "-L",
          "-l",
          "-T",
          "-z",
          "-arch",
          "-target",
          "-rpath",
          "-Xlinker",
          "-Xassembler",
          "-Xpreprocessor",
          "-Xclang",
          "-mllvm",
          "-framework",
          "-u",
          "-G",
          "--param");

  private static final Set<String> PASSED_ON =
      Set.of(
          "-ansi",
          "-fsigned-char",
          "-funsigned-char",
          "-fshort-enums",
          "-fms-extensions",
          "-fgnu89-inline",
          "-fcommon",
          "-fno-common",
          "-nostdlibinc");

  CompilerArguments {
    files = List.copyOf(files);
    flags = List.copyOf(flags);
  }

  static CompilerArguments parse(List<String> arguments) {
    List<String> files = new ArrayList<>();
    List<String> flags = new ArrayList<>();
    String output = null;
    boolean isCompileOnly = false;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      boolean hasNext = i + 1 < arguments.size();
      if (!argument.startsWith("-") || argument.equals("-")) {
        files.add(argument);
      } else if (argument.equals("-c")) {
        isCompileOnly = true;
      } else if (argument.equals("-o") && hasNext) {
        output = arguments.get(++i);
      } else if (argument.startsWith("-o") && argument.length() > 2) {
        output = argument.substring(2);
      } else if (WITH_VALUE.contains(argument) && hasNext) {
        flags.add(argument);
        flags.add(arguments.get(++i));
      } else if (LEFT_OUT_WITH_VALUE.contains(argument)) {
        i++;
      } else if (argument.matches("-[IDU].+|-std=.+|-x.+") || PASSED_ON.contains(argument)) {
        flags.add(argument);
      }
    }
    return new CompilerArguments(files, flags, output, isCompileOnly);
  }
}
