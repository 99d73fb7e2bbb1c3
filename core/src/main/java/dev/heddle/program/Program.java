package dev.heddle.program;

import java.util.List;
import java.util.function.Predicate;

/**
 * A whole program. Functions and globals are referred to by their position in the lists.
 *
 * @param main the position of the function that the first thread runs
 * @param threadStart the position of a library function that all other threads run, which gets the
 *     function to call and its argument; -1 if threads run their functions without one
 * @param bounds in which ways not all that the source could do is part of the program, for people
 * @param assumptions what was assumed about the world that the program runs in, for people
 * @param types what is known about the types of memory
 */
public record Program(
    String name,
    List<Function> functions,
    List<Global> globals,
    int main,
    int threadStart,
    List<String> bounds,
    List<String> assumptions,
    Types types) {
  public Program {
    functions = List.copyOf(functions);
    globals = List.copyOf(globals);
    bounds = List.copyOf(bounds);
    assumptions = List.copyOf(assumptions);
    if (main < 0 || main >= functions.size()) {
      throw new IllegalArgumentException("main is function " + main + " of " + functions.size());
    }
  }

  /** A program without debug information. */
  public Program(String name, List<Function> functions, List<Global> globals, int main) {
    this(name, functions, globals, main, -1, List.of(), List.of(), Types.NONE);
  }

  public Function mainFunction() {
    return functions.get(main);
  }

  /** Whether there is an instruction of some kind in it. */
  public boolean uses(Class<? extends Instruction> kind) {
    for (Function function : functions) {
      if (function.uses(kind)) {
        return true;
      }
    }
    return false;
  }

  /** Whether something is claimed in it that is of one of some kinds. */
  public boolean claims(Predicate<ClaimKind> kinds) {
    return functions.stream()
        .flatMap(function -> function.blocks().stream())
        .flatMap(block -> block.instructions().stream())
        .anyMatch(i -> i instanceof Instruction.Claim claim && kinds.test(claim.kind()));
  }

  /** The program with other functions, as a transformation makes it. */
  public Program withFunctions(List<Function> replaced) {
    return new Program(name, replaced, globals, main, threadStart, bounds, assumptions, types);
  }
}
