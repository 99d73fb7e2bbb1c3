package dev.heddle.transform.purity;

import dev.heddle.program.Function;
import dev.heddle.program.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Partial loop purity elimination: no thread of the resulting program completes an iteration of a
 * loop that changes nothing. Whatever local states threads can reach is reachable still, but for
 * those within such iterations.
 *
 * <p>Jonsson, Lång, Sagonas: <em>Awaiting for Godot</em>, FMCAD 2022, section III.
 */
public final class LoopPurity {
  private final Program program;
  private final Trust trust;
  private final Callees callees;

  private LoopPurity(Program program, Trust trust) {
    this.program = program;
    this.trust = trust;
    this.callees = new Callees(program);
  }

  /**
   * Stops the pure iterations of all loops.
   *
   * @param trust what may be claimed about memory
   * @param findings is told about each loop
   */
  public static Program apply(Program program, Trust trust, Consumer<LoopFinding> findings) {
    LoopPurity pass = new LoopPurity(program, trust);
    List<Function> functions = new ArrayList<>();
    for (Function function : program.functions()) {
      if (Loop.of(function).isEmpty()) {
        functions.add(function);
      } else {
        FunctionPurity best = pass.best(function);
        best.findings().forEach(findings);
        functions.add(best.function());
      }
    }
    return program.withFunctions(functions);
  }

  private FunctionPurity best(Function function) {
    int own = function.blocks().size();
    FunctionPurity best = of(function, own);
    Inlining inlining = new Inlining(callees, function);
    for (Function inlined = inlining.next(); inlined != null; inlined = inlining.next()) {
      FunctionPurity candidate = of(inlined, own);
      // Only loops of the function itself count: those of the callees are theirs.
      if (candidate.gain(own) > best.gain(own)) {
        best = candidate;
        inlining.keep();
      }
    }
    return best;
  }

  /** What becomes of a function, which is simplified first unless that is no help. */
  @SuppressWarnings("ReferenceEquality") // a pass that finds nothing gives what it was given
  private FunctionPurity of(Function function, int own) {
    FunctionPurity plain = FunctionPurity.of(program, function, trust);
    Map<Integer, LoopFinding> bounded = new HashMap<>();
    Function simple =
        FaintCode.removed(PrivateVariables.inRegisters(KnownBranches.decided(function)));
    if (trust.looks() != Trust.Looks.REPEATED) {
      simple = BoundedSpinning.shortened(program, simple, bounded);
    }
    simple = RepeatedAttempts.atHeader(simple);
    if (simple == function) {
      return plain; // no pass found anything to do
    }
    FunctionPurity simplified = FunctionPurity.of(program, simple, trust, bounded);
    boolean helps = simplified.gain(own) > 0 && simplified.gain(own) >= plain.gain(own);
    return helps ? simplified : plain;
  }
}
