package dev.heddle.symbolic.unroll;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.Operands;
import dev.heddle.program.Program;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Makes a program without loops and calls of another: inlines every call and copies every loop, in
 * one pass over the control flow, in which ways that meet become one.
 *
 * <p>Memory that nobody writes while several threads exist is read at once. Which memory that is
 * comes out of the unrolling itself: it is tried with the assumption that there is no such write,
 * and again without what turned out to be written, until the assumption holds.
 */
public final class Unrolling {
  private static final int MAX_THREADS = 64;

  final Program program;
  final Terms terms;
  final Bound bound;
  final ObjectTable objects;
  final Addresses addresses;
  final StepSemantics semantics;
  final List<UnrolledThread> threads = new ArrayList<>();
  final List<Term> constraints = new ArrayList<>();
  final Set<String> changing;
  final HalfSections halfSections;
  final BooleanSupplier stop;
  private final Map<Integer, FunctionShape> shapes = new HashMap<>();
  private final BitSet addressTaken = new BitSet();
  private final Map<String, Integer> asked = new HashMap<>();
  private UnrollingException refusal;
  long work;

  /**
   * How far loops go.
   *
   * @param passes at most so many passes through the header of a loop, or so many nested calls of a
   *     function; 0 for no bound
   * @param countsAll whether passes count that cannot be avoided
   */
  public record Bound(int passes, boolean countsAll) {}

  /** Somebody wants the unrolling to end. */
  public static final class StoppedException extends RuntimeException {
    public StoppedException() {
      super(null, null, false, false);
    }
  }

  private Unrolling(
      Program program,
      Terms terms,
      Bound bound,
      Set<String> changing,
      Set<String> forgotten,
      BooleanSupplier stop) {
    this.program = program;
    this.terms = terms;
    this.bound = bound;
    this.changing = changing;
    this.stop = stop;
    objects = new ObjectTable(program, forgotten);
    addresses = new Addresses(terms, objects);
    semantics = new StepSemantics(terms, addresses);
    halfSections = HalfSections.of(terms);
    findFunctionAddresses();
  }

  /**
   * Unrolls a program.
   *
   * @param stop asked now and then whether to give up
   * @throws UnrollingException if that is not possible
   */
  public static UnrolledProgram unroll(
      Program program, Terms terms, Bound bound, BooleanSupplier stop) {
    Set<String> changing = new HashSet<>();
    Set<String> forgotten = new HashSet<>();
    while (true) {
      Unrolling unrolling = new Unrolling(program, terms, bound, changing, forgotten, stop);
      UnrolledProgram unrolled = unrolling.run();
      PointerAnalysis analysis = PointerAnalysis.of(unrolled);
      boolean isWritten = changing.addAll(analysis.written());
      boolean isForgotten = forgotten.addAll(analysis.forgotten());
      if (!isWritten && !isForgotten) {
        if (unrolling.refusal != null) {
          throw unrolling.refusal;
        }
        return unrolled;
      }
    }
  }

  /**
   * Notes that something never ends. That is true if no memory is written but what is known to be;
   * a loop may wait for a write that only comes out when the rest is unrolled.
   */
  void refuse(Location location, String message) {
    if (refusal == null) {
      refusal = new UnrollingException(location, message);
    }
  }

  private UnrolledProgram run() {
    PathState start = new PathState(terms.yes(), new DirectMemory(terms, objects));
    start.alone = true;
    UnrolledThread main = newThread(-1, Location.NONE);
    main.started = terms.yes();
    new ThreadUnrolling(this, main, "main").run(program.main(), List.of(terms.word(0)), start);
    return new UnrolledProgram(
        terms, addresses, List.copyOf(threads), List.copyOf(constraints), halfSections);
  }

  UnrolledThread newThread(int parent, Location place) {
    if (threads.size() == MAX_THREADS) {
      throw new UnrollingException(
          place,
          ("more than " + MAX_THREADS + " threads may be started; a smaller --unroll bounds the")
              + " loops in which they are");
    }
    UnrolledThread thread = new UnrolledThread(threads.size(), parent);
    threads.add(thread);
    return thread;
  }

  FunctionShape shape(int function) {
    return shapes.computeIfAbsent(function, f -> new FunctionShape(program.functions().get(f)));
  }

  /** Whether memory may change while several threads exist. */
  boolean changes(MemoryObject object) {
    return changing.contains(object.key());
  }

  private void findFunctionAddresses() {
    for (Global global : program.globals()) {
      global.relocations().forEach(relocation -> note(relocation.target()));
    }
    for (Function function : program.functions()) {
      for (Block block : function.blocks()) {
        block.phis().forEach(phi -> phi.values().forEach(this::note));
        for (Instruction instruction : block.instructions()) {
          if (instruction instanceof Instruction.Call call) {
            call.arguments().forEach(this::note);
          } else {
            Operands.forEach(instruction, this::note);
          }
        }
        if (block.terminator() instanceof Terminator.Return result) {
          note(result.value());
        }
      }
    }
  }

  private void note(Value value) {
    if (value instanceof Value.FunctionAddress address) {
      addressTaken.set(address.function());
    }
  }

  /** The functions that an unknown address may be of. */
  List<Integer> functionsWithAddress() {
    return addressTaken.stream().boxed().toList();
  }

  /**
   * A number that nothing else has. It is the same for the same key and order of asking in whatever
   * way the program is unrolled, so that formulas of different bounds have much in common.
   */
  int newIdentity(String key) {
    return terms.identity(key + "#" + asked.merge(key, 1, Integer::sum));
  }
}
