package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Removes what decides nothing: variables that only count, branches both of whose ways do nothing,
 * and counted loops in which nothing happens. Counters of attempts, exponential back-off and {@code
 * if (++n > 10) yield} are of this kind.
 *
 * <p>Cytron and others: <em>Efficiently Computing Static Single Assignment Form and the Control
 * Dependence Graph</em>, TOPLAS 1991, section 7.1: all is taken to be dead but for what has an
 * effect; operands of what lives live, and so do branches on which it depends. Whatever is not a
 * plain computation has an effect here. A loop in which nothing lives goes only if it is known to
 * end.
 */
final class FaintCode {
  private static final int MAX_BLOCKS = 2_000;

  private final Function function;
  private final List<Block> blocks;
  private final Definitions definitions;
  private final List<List<Integer>> predecessors;

  /** The blocks behind each block on all ways out of the function, itself included. */
  private final BitSet[] postDominators;

  private final BitSet liveRegisters = new BitSet();

  /** The blocks whose place in the control flow matters, and those whose branch does. */
  private final BitSet liveBlocks = new BitSet();

  private final BitSet liveBranches = new BitSet();
  private final Deque<Integer> openRegisters = new ArrayDeque<>();
  private final Deque<Integer> openBlocks = new ArrayDeque<>();

  private FaintCode(Function function) {
    this.function = function;
    this.blocks = function.blocks();
    this.definitions = new Definitions(function);
    this.predecessors = Loop.predecessorsOf(function);
    this.postDominators = postDominators();
  }

  /** The function without what decides nothing; itself if all does. Blocks keep their positions. */
  static Function removed(Function function) {
    if (function.blocks().size() > MAX_BLOCKS || Loop.of(function).isEmpty()) {
      return function;
    }
    FaintCode pass = new FaintCode(function);
    pass.mark();
    return pass.sweep();
  }

  // ---- Post-dominators ----------------------------------------------------------------------

  /** Where no way out exists, every edge back counts as one. */
  private BitSet[] postDominators() {
    BitSet leaving = leaving();
    int count = blocks.size();
    BitSet[] behind = new BitSet[count];
    for (int b = 0; b < count; b++) {
      behind[b] = new BitSet();
      behind[b].set(0, count);
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = count - 1; b >= 0; b--) {
        BitSet common = new BitSet();
        if (!leaving.get(b)) {
          common.set(0, count);
          for (int next : blocks.get(b).terminator().successors()) {
            common.and(behind[next]);
          }
        }
        common.set(b);
        if (!common.equals(behind[b])) {
          behind[b] = common;
          changed = true;
        }
      }
    }
    return behind;
  }

  /** The blocks from which control leaves, or may be taken to leave, the function. */
  private BitSet leaving() {
    BitSet leaving = new BitSet();
    for (int b = 0; b < blocks.size(); b++) {
      leaving.set(b, blocks.get(b).terminator().successors().isEmpty());
    }
    for (int b = blocks.size() - 1; b >= 0; b--) {
      if (!reaching(leaving).get(b)) {
        leaving.set(b);
      }
    }
    return leaving;
  }

  private BitSet reaching(BitSet targets) {
    BitSet reaching = (BitSet) targets.clone();
    Deque<Integer> open = new ArrayDeque<>(targets.stream().boxed().toList());
    while (!open.isEmpty()) {
      for (int from : predecessors.get(open.pop())) {
        if (!reaching.get(from)) {
          reaching.set(from);
          open.push(from);
        }
      }
    }
    return reaching;
  }

  // ---- Mark ---------------------------------------------------------------------------------

  private void mark() {
    for (int b = 0; b < blocks.size(); b++) {
      for (Instruction instruction : blocks.get(b).instructions()) {
        if (!instruction.isComputation()) {
          liveBlock(b);
          Operands.forEach(instruction, this::live);
        }
      }
      if (blocks.get(b).terminator().successors().isEmpty()) {
        liveBlock(b);
        live(Operands.of(blocks.get(b).terminator()));
      }
    }
    propagate();
    for (Loop loop : Loop.of(function)) {
      if (loop.order().stream().noneMatch(liveBlocks::get) && !isCounted(loop)) {
        loop.order().forEach(this::liveBlock);
        propagate();
      }
    }
    keepOddLoops();
  }

  /** What goes around without a proper header is left as it is. */
  private void keepOddLoops() {
    BitSet proper = new BitSet();
    Loop.of(function).forEach(loop -> proper.set(loop.header()));
    BitSet seen = new BitSet();
    BitSet onPath = new BitSet();
    Deque<int[]> path = new ArrayDeque<>(); // blocks, and how many of their successors are done
    path.push(new int[] {0, 0});
    seen.set(0);
    onPath.set(0);
    while (!path.isEmpty()) {
      int from = path.peek()[0];
      List<Integer> successors = blocks.get(from).terminator().successors();
      if (path.peek()[1] == successors.size()) {
        path.pop();
        onPath.clear(from);
        continue;
      }
      int to = successors.get(path.peek()[1]++);
      if (onPath.get(to) && !proper.get(to)) {
        liveBlock(from);
      }
      if (!seen.get(to)) {
        seen.set(to);
        onPath.set(to);
        path.push(new int[] {to, 0});
      }
    }
    propagate();
  }

  private void live(Value value) {
    if (value instanceof Register register && !liveRegisters.get(register.index())) {
      liveRegisters.set(register.index());
      openRegisters.push(register.index());
    }
  }

  private void liveBlock(int block) {
    if (!liveBlocks.get(block)) {
      liveBlocks.set(block);
      openBlocks.push(block);
    }
  }

  private void propagate() {
    while (!openRegisters.isEmpty() || !openBlocks.isEmpty()) {
      if (!openRegisters.isEmpty()) {
        define(new Register(openRegisters.pop()));
      } else {
        control(openBlocks.pop(), branch -> false);
      }
    }
  }

  private void define(Register register) {
    Point point = definitions.pointOf(register);
    Instruction computation = definitions.computationOf(register);
    if (computation != null) {
      Operands.forEach(computation, this::live);
    } else if (point != null && point.index() < 0) {
      for (Block.Phi phi : blocks.get(point.block()).phis()) {
        if (phi.result().equals(register)) {
          phi.values().forEach(this::live);
          // Which way control came decides about the value.
          for (int from : predecessors.get(point.block())) {
            control(from, branch -> merges(branch, point.block(), phi));
          }
          liveBlock(point.block());
        }
      }
    }
  }

  /**
   * Marks the branches that decide whether control comes to a block.
   *
   * @param isIndifferent which of them may go either way, if only control comes to them
   */
  private void control(int block, IntPredicate isIndifferent) {
    for (int from = 0; from < blocks.size(); from++) {
      Terminator terminator = blocks.get(from).terminator();
      if (terminator.successors().size() < 2 || liveBranches.get(from)) {
        continue;
      }
      boolean leadsThere =
          terminator.successors().stream().anyMatch(next -> postDominators[next].get(block));
      boolean isSure = from != block && postDominators[from].get(block);
      if (leadsThere && !isSure) {
        liveBlock(from);
        if (!isIndifferent.test(from)) {
          liveBranches.set(from);
          live(Operands.of(terminator));
        }
      }
    }
    liveBlocks.set(block);
  }

  /** Whether all ways from a branch lead to a phi, and to one and the same value of it. */
  private boolean merges(int branch, int block, Block.Phi phi) {
    return branch != block
        && postDominators[branch].get(block)
        && valuesFrom(branch, block, phi).size() == 1;
  }

  /**
   * The values that a phi can have after a branch, up to the first time that control comes there.
   */
  private Set<Value> valuesFrom(int branch, int block, Block.Phi phi) {
    Set<Value> values = new HashSet<>();
    BitSet seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(List.of(branch));
    while (!open.isEmpty()) {
      int b = open.pop();
      if (!seen.get(b)) {
        seen.set(b);
        for (int next : blocks.get(b).terminator().successors()) {
          if (next == block) {
            values.add(phi.valueFrom(b));
          } else {
            open.push(next);
          }
        }
      }
    }
    return values;
  }

  // ---- Loops that end -----------------------------------------------------------------------

  /** Whether a loop is left when a variable that moves by a fixed distance passes a fixed value. */
  private boolean isCounted(Loop loop) {
    for (int b : loop.order()) {
      if (blocks.get(b).terminator() instanceof Terminator.Branch branch
          && loop.contains(branch.ifTrue()) != loop.contains(branch.ifFalse())
          && definitions.computationOf(branch.condition()) instanceof Instruction.Compare compare
          && ((counts(loop, compare.left()) && isFixed(loop, compare.right()))
              || (counts(loop, compare.right()) && isFixed(loop, compare.left())))) {
        return true;
      }
    }
    return false;
  }

  private boolean isFixed(Loop loop, Value value) {
    Point point = definitions.pointOf(value);
    return point == null || !loop.contains(point.block());
  }

  private boolean counts(Loop loop, Value value) {
    for (Block.Phi phi : blocks.get(loop.header()).phis()) {
      boolean isSteady = true;
      boolean isMeant = value.equals(phi.result());
      for (int from : phi.predecessors()) {
        if (loop.contains(from)) {
          Value next = phi.valueFrom(from);
          isSteady &= isStep(next, phi.result());
          isMeant |= value.equals(next);
        }
      }
      if (isSteady && isMeant) {
        return true;
      }
    }
    return false;
  }

  private boolean isStep(Value next, Register variable) {
    return definitions.computationOf(next) instanceof Instruction.Binary i
        && (i.operator() == BinaryOperator.ADD || i.operator() == BinaryOperator.SUB)
        && i.left().equals(variable)
        && i.right() instanceof Value.Constant distance
        && distance.bits() != 0;
  }

  // ---- Sweep --------------------------------------------------------------------------------

  private Function sweep() {
    List<Terminator> terminators = new ArrayList<>();
    for (int b = 0; b < blocks.size(); b++) {
      Terminator terminator = blocks.get(b).terminator();
      boolean decides = terminator.successors().size() < 2 || liveBranches.get(b);
      int next = decides ? -1 : nextOnAllWays(b);
      terminators.add(next < 0 ? terminator : new Terminator.Jump(next, terminator.location()));
    }
    List<Block> kept = new ArrayList<>();
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      kept.add(new Block(block.label(), phis(b, terminators), code(block), terminators.get(b)));
    }
    return isWhole(kept) ? function : Unreached.removed(function, kept);
  }

  /** Whether nothing is missing in blocks that were swept. */
  private boolean isWhole(List<Block> swept) {
    for (int b = 0; b < blocks.size(); b++) {
      Block before = blocks.get(b);
      Block after = swept.get(b);
      if (after.terminator() != before.terminator()
          || after.phis().size() != before.phis().size()
          || after.instructions().size() != before.instructions().size()) {
        return false;
      }
    }
    return true;
  }

  /** The phis that live, with a value for each branch that now leads here at once. */
  private List<Block.Phi> phis(int b, List<Terminator> terminators) {
    List<Block.Phi> kept = new ArrayList<>();
    for (Block.Phi phi : blocks.get(b).phis()) {
      if (liveRegisters.get(phi.result().index())) {
        List<Integer> from = new ArrayList<>(phi.predecessors());
        List<Value> values = new ArrayList<>(phi.values());
        for (int branch = 0; branch < blocks.size(); branch++) {
          if (terminators.get(branch).successors().contains(b) && !from.contains(branch)) {
            from.add(branch);
            values.add(valuesFrom(branch, b, phi).iterator().next());
          }
        }
        kept.add(new Block.Phi(phi.result(), from, values));
      }
    }
    return kept;
  }

  /** The first block that comes on all ways behind a block; -1 if there is none. */
  private int nextOnAllWays(int block) {
    int nearest = -1;
    BitSet behind = postDominators[block];
    for (int b = behind.nextSetBit(0); b >= 0; b = behind.nextSetBit(b + 1)) {
      if (b != block && (nearest < 0 || postDominators[b].get(nearest))) {
        nearest = b;
      }
    }
    return nearest;
  }

  private List<Instruction> code(Block block) {
    return block.instructions().stream()
        .filter(i -> !i.isComputation() || liveRegisters.get(Operands.results(i).get(0).index()))
        .toList();
  }
}
