package dev.heddle.program;

import java.util.List;

/**
 * A whole program. Functions and globals are referred to by their position in the lists.
 *
 * @param main the position of the function that the first thread runs
 * @param types what is known about the types of memory
 */
public record Program(
    String name, List<Function> functions, List<Global> globals, int main, Types types) {
  public Program {
    functions = List.copyOf(functions);
    globals = List.copyOf(globals);
    if (main < 0 || main >= functions.size()) {
      throw new IllegalArgumentException("main is function " + main + " of " + functions.size());
    }
  }

  /** A program without debug information. */
  public Program(String name, List<Function> functions, List<Global> globals, int main) {
    this(name, functions, globals, main, Types.NONE);
  }

  public Function mainFunction() {
    return functions.get(main);
  }

  /** The program with other functions, as a transformation makes it. */
  public Program withFunctions(List<Function> replaced) {
    return new Program(name, replaced, globals, main, types);
  }
}
