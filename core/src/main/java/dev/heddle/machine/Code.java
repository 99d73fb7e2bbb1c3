package dev.heddle.machine;

import dev.heddle.program.Block;
import dev.heddle.program.ClaimKind;
import dev.heddle.program.Function;
import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.LoopHeaders;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.Section;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/**
 * A program as flat arrays: what the {@link Interpreter} runs.
 *
 * <p>Instruction {@code pc} is {@code instructions[pc]} (an {@link Opcode}) with its operands
 * behind it; {@code locations[pc]} is its place in the source.
 */
public final class Code {
  private static final ClaimKind[] KINDS = ClaimKind.values();

  final Program program;
  final int[] instructions;
  final Location[] locations;

  /** The memory orders of instructions that have one, as {@link Orders} packs them. */
  final byte[] orders;

  final long[] constants;
  final String[] messages;
  final GuardCode[] guards;

  /** Where function f starts, how many registers its frame has, how many arguments it takes. */
  final int[] entry;

  final int[] frameSize;
  final int[] parameters;

  /** What is known about the objects that instructions make, by their position. */
  final Map<Integer, MadeObject> madeObjects;

  /**
   * What an instruction makes.
   *
   * @param name of a local variable; null for an object on the heap
   * @param type in the types of the program
   */
  public record MadeObject(String name, int type) {}

  /** Of each function, where its blocks start. */
  private final int[][] blockStart;

  private final Liveness[] liveness;
  private final BitSet[] liveHere;

  /** The globals of which each thread makes a copy when it starts, as its first objects. */
  final int[] threadLocals;

  /** Words for numbers of 16 bytes. */
  final WideNumbers wideNumbers = new WideNumbers();

  /** Whether the program has operations on 16 bytes at once. */
  final boolean hasWide;

  /** What has been taken for granted about memory; null if nothing has. */
  private Claims claims;

  /** The same about what threads look at in iterations that are left out. */
  private LeftOutLooks leftOutLooks;

  /** Where the code of the source's {@code main} is. */
  final int mainBegin;

  final int mainEnd;

  Code(
      Program program,
      int[] instructions,
      Location[] locations,
      byte[] orders,
      long[] constants,
      String[] messages,
      GuardCode[] guards,
      int[] entry,
      int[] frameSize,
      int[] parameters,
      int[][] blockStart,
      Liveness[] liveness,
      int[] threadLocals,
      Map<Integer, MadeObject> madeObjects) {
    this.program = program;
    this.instructions = instructions;
    this.locations = locations;
    this.orders = orders;
    this.constants = constants;
    this.messages = messages;
    this.guards = guards;
    this.entry = entry;
    this.frameSize = frameSize;
    this.parameters = parameters;
    this.blockStart = blockStart;
    this.liveness = liveness;
    this.liveHere = new BitSet[instructions.length];
    this.threadLocals = threadLocals;
    this.madeObjects = madeObjects;
    this.hasWide =
        program.uses(Instruction.AtomicBegin.class)
            && program.functions().stream()
                .flatMap(function -> function.blocks().stream())
                .flatMap(block -> block.instructions().stream())
                .anyMatch(
                    i ->
                        i instanceof Instruction.AtomicBegin begin
                            && begin.section().kind() != Section.Kind.ANY);
    this.claims = program.claims(kind -> !kind.isOfLook()) ? new Claims(this) : null;
    this.leftOutLooks = program.claims(ClaimKind::isOfLook) ? new LeftOutLooks() : null;
    int main = program.main();
    for (int f = 0; f < entry.length; f++) {
      main = program.functions().get(f).name().equals("main") ? f : main;
    }
    this.mainBegin = entry[main];
    this.mainEnd = main + 1 < entry.length ? entry[main + 1] : instructions.length;
  }

  /**
   * What is claimed about memory holds, or is refuted, for all searches of a program together.
   *
   * @param that code of the same program
   */
  public void shareClaims(Code that) {
    claims = that.claims;
    leftOutLooks = that.leftOutLooks;
  }

  /** What has been taken for granted about memory; null if nothing has. */
  Claims claims() {
    return claims;
  }

  /** A thread has come to where something is claimed. */
  void claim(int number, long address, int bytes, int thread, ThreadState state) {
    ClaimKind kind = KINDS[number];
    if (kind == ClaimKind.LOOKING) {
      state.isLooking = true;
    } else if (!kind.isOfLook()) {
      claims.claim(kind, address, bytes, thread);
    } else if (!Addresses.isPrivate(address)) {
      leftOutLooks.look(kind, address, bytes, thread);
    }
  }

  /**
   * What is claimed about looks in iterations that are left out; null if nothing is. Who explores
   * the program must tell of all accesses that could refute it.
   */
  public LeftOutLooks leftOutLooks() {
    return leftOutLooks;
  }

  /** Whether some operation of the program is sequentially consistent by its order. */
  public boolean hasSequentialOperations() {
    for (byte packed : orders) {
      if (Orders.order(packed) == MemoryOrder.SEQUENTIALLY_CONSISTENT) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether some atomic access, other than of modelled libraries, is not sequentially consistent.
   */
  public boolean hasWeakAtomics() {
    for (int pc = 0; pc < orders.length; pc++) {
      byte packed = orders[pc];
      boolean isAtomic = Orders.order(packed) != MemoryOrder.PLAIN && !Orders.isOfLibrary(packed);
      boolean isSequential =
          Orders.order(packed) == MemoryOrder.SEQUENTIALLY_CONSISTENT
              && Orders.failureOrder(packed) == MemoryOrder.SEQUENTIALLY_CONSISTENT;
      boolean isAccess = instructions[pc] != Opcode.FENCE && instructions[pc] != Opcode.JOIN;
      if (isAtomic && !isSequential && isAccess) {
        return true;
      }
    }
    return false;
  }

  /** Where an access, not a fence, is sequentially consistent by its order; null if none is. */
  public Location sequentialAccess() {
    for (int pc = 0; pc < orders.length; pc++) {
      if (Orders.order(orders[pc]) == MemoryOrder.SEQUENTIALLY_CONSISTENT
          && instructions[pc] != Opcode.FENCE) {
        return locations[pc];
      }
    }
    return null;
  }

  /** Words for numbers of 16 bytes. */
  public WideNumbers wideNumbers() {
    return wideNumbers;
  }

  /** Whether the program has operations on 16 bytes at once. */
  public boolean hasWide() {
    return hasWide;
  }

  /** The value of an operand in a frame. */
  long value(long[] registers, int base, int operand) {
    return operand >= 0 ? registers[base + operand] : constants[~operand];
  }

  /** Looks for the case of a value among all, which are in order. */
  int choose(long value, int pc) {
    int[] c = instructions;
    int low = 0;
    int high = c[pc + 3] - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long found = constants[~c[pc + 4 + 2 * middle]];
      if (found == value) {
        return c[pc + 5 + 2 * middle];
      }
      if (found < value) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return c[pc + 2];
  }

  /** The variables of {@code main} stay, as its return ends the program in reality. */
  boolean isOfMain(int thread, int pc) {
    return thread == 0 && pc >= mainBegin && pc < mainEnd;
  }

  /** The registers that matter to a thread at an instruction, be it visible or a call. */
  BitSet liveAt(int pc) {
    BitSet live = liveHere[pc];
    if (live == null) {
      live = liveness[functionAt(pc)].at(pc, instructions);
      liveHere[pc] = live;
    }
    return live;
  }

  /** The memory orders of an instruction, as {@link Orders} packs them. */
  public byte orders(int site) {
    return orders[site];
  }

  /** The same program, but with other memory orders of some accesses, by their instructions. */
  public Code withOrders(Map<Integer, MemoryOrder> others) {
    byte[] changed = orders.clone();
    others.forEach((site, order) -> changed[site] = Orders.withOrder(orders[site], order));
    return new Code(
        program,
        instructions,
        locations,
        changed,
        constants,
        messages,
        guards,
        entry,
        frameSize,
        parameters,
        blockStart,
        liveness,
        threadLocals,
        madeObjects);
  }

  // ---- For those who tell what threads do ---------------------------------------------------

  public Program program() {
    return program;
  }

  /** Where in the user's source a thread stands: library code counts as the call of it. */
  public Location location(ThreadNode node) {
    return userLocation(node.state);
  }

  /** Where in the source an instruction is. */
  public Location location(int site) {
    return locations[site];
  }

  /** The function that an instruction belongs to. */
  public Function function(int site) {
    return program.functions().get(functionAt(site));
  }

  /** The instructions at which a thread and its calls under way stand, the innermost first. */
  public int[] callStack(ThreadNode node) {
    int depth = node.state.depth();
    int[] sites = new int[depth + 1];
    sites[0] = node.state.pc;
    for (int level = 0; level < depth; level++) {
      sites[depth - level] = node.state.callSite(level);
    }
    return sites;
  }

  /** The library function that the user's code has called, or null if it is at work itself. */
  public String libraryCall(ThreadNode node) {
    ThreadState state = node.state;
    int pc = state.pc;
    String called = null;
    for (int level = state.depth() - 1; level >= 0 && isLibrary(pc); level--) {
      called = function(pc).name();
      pc = state.callSite(level);
    }
    return called;
  }

  /** What is known about the object that an instruction makes, or null. */
  public MadeObject madeAt(int site) {
    return madeObjects.get(site);
  }

  /** The global of which the object that a thread makes with a number is a copy, or null. */
  public Global threadLocal(int number) {
    int next = 0;
    for (int global : threadLocals) {
      if (next == number) {
        return program.globals().get(global);
      }
      next += Addresses.slots(program.globals().get(global).bytes().length);
    }
    return null;
  }

  /** What a thread waits for that stands at an await or was stopped by an assumption. */
  public String purpose(ThreadNode node) {
    int pc = node.state.pc;
    boolean assumes = instructions[pc] == Opcode.ASSUME;
    return messages[
        instructions[pc + (assumes ? Opcode.PURPOSE_OF_ASSUME : Opcode.PURPOSE_OF_AWAIT)]];
  }

  /** Whether a thread in front of an await stands there in the place of a loop. */
  public boolean waitsInsteadOfLooping(ThreadNode await) {
    return instructions[await.state.pc + Opcode.LOOP_OF_AWAIT] >= 0;
  }

  /** Whether a thread in front of an await waits there only because of an assumption. */
  public boolean waitsByAssumption(ThreadNode await) {
    return instructions[await.state.pc + Opcode.LOOP_OF_AWAIT] == Instruction.ASSUMED;
  }

  /** Whether the source accesses memory where a thread waits, whatever it finds there. */
  public boolean looks(ThreadNode node) {
    return node.opcode == Opcode.AWAIT
        && instructions[node.state.pc + Opcode.LOOP_OF_AWAIT] != Instruction.NO_LOOP;
  }

  /** Whether the source writes where a thread waits, even while it has to go on waiting. */
  public boolean writesInVain(ThreadNode node) {
    return node.opcode == Opcode.AWAIT && instructions[node.state.pc + Opcode.VAIN_OF_AWAIT] != 0;
  }

  // ---- Places -------------------------------------------------------------------------------

  /** Where in the user's source a thread stands: library code counts as the call of it. */
  public Location userLocation(ThreadNode node) {
    return userLocation(node.state);
  }

  Location userLocation(ThreadState state) {
    return locations[userSite(state)];
  }

  /** The loop in which a thread goes round, in words; a call inside of it counts as the loop. */
  String loopAround(ThreadState state) {
    int pc = state.pc;
    for (int level = state.depth() - 1; level >= -1; level--) {
      Function function = program.functions().get(functionAt(pc));
      LoopHeaders loops = new LoopHeaders(function);
      int loop = function.library() ? -1 : loops.innermostAround(blockAt(pc));
      if (loop >= 0) {
        Location place = location(function.blocks().get(loops.header(loop)));
        return "the loop at " + place + " in " + function.name() + "()";
      }
      pc = level < 0 ? pc : state.callSite(level);
    }
    return "what begins at " + userLocation(state);
  }

  private int blockAt(int pc) {
    int[] starts = blockStart[functionAt(pc)];
    int block = 0;
    while (block + 1 < starts.length && starts[block + 1] <= pc) {
      block++;
    }
    return block;
  }

  private static Location location(Block block) {
    for (Instruction instruction : block.instructions()) {
      if (instruction.location().isKnown()) {
        return instruction.location();
      }
    }
    return block.terminator().location();
  }

  /** The function whose code holds {@code pc}; functions lie in the order of their numbers. */
  public int functionAt(int pc) {
    int found = Arrays.binarySearch(entry, pc);
    return found >= 0 ? found : -2 - found;
  }

  boolean isLibrary(int pc) {
    return program.functions().get(functionAt(pc)).library();
  }

  /** Where in the user's code a thread stands: a library's code counts as the call of it. */
  int userSite(ThreadState state) {
    if (!isLibrary(state.pc)) {
      return state.pc;
    }
    for (int level = state.depth() - 1; level >= 0; level--) {
      if (!isLibrary(state.callSite(level))) {
        return state.callSite(level);
      }
    }
    return state.pc;
  }
}
