package dev.heddle.explore.rsmc;

/** How far a thread of a litmus test has been fetched. */
final class LitmusPoint extends FetchPoint {
  /** The next instruction; λ(t) in the paper. */
  int next;

  /** What each register holds, as a value of the dataflow graph. */
  private final int[] registers;

  /** How often each instruction was the target of a jump back. */
  private final int[] jumpsBack;

  /** The load that a conditional store would pair with, or {@link #NONE}. */
  int reservation = NONE;

  /** How many bytes it loads. */
  int reservedSize;

  /** The choice that must be made before the next instruction, or {@link #NONE}. */
  int choice = NONE;

  /** The condition that must be known before the next instruction, or {@link #NONE}. */
  int condition = NONE;

  /** What must turn out so for the choices of compare-and-swaps; null if there were none. */
  Requirement required;

  /** A loop would go on beyond the bound. */
  boolean cut;

  /**
   * A value must be 0, or must not.
   *
   * @param earlier null for the first one
   */
  record Requirement(int value, boolean isZero, Requirement earlier) {}

  LitmusPoint(int thread, int[] registers, int instructions) {
    super(thread);
    this.registers = registers;
    jumpsBack = new int[instructions + 1];
  }

  private LitmusPoint(LitmusPoint other) {
    super(other);
    next = other.next;
    registers = other.registers.clone();
    jumpsBack = other.jumpsBack.clone();
    reservation = other.reservation;
    reservedSize = other.reservedSize;
    choice = other.choice;
    condition = other.condition;
    required = other.required;
    cut = other.cut;
  }

  /** What a register holds. */
  int register(int number) {
    return registers[number];
  }

  void setRegister(int number, int value) {
    registers[number] = value;
  }

  /** The thread jumps back to an instruction: how often it has done that. */
  int jumpBack(int target) {
    return ++jumpsBack[target];
  }

  @Override
  LitmusPoint copy() {
    return new LitmusPoint(this);
  }
}
