package dev.heddle.machine;

import java.util.Arrays;

/** The kinds of visible operations, for those who look at executions and do not run them. */
public enum OperationKind {
  LOAD("load", true),
  /** A read for a copy, which also takes bytes that were never written. */
  PEEK("load", true),
  STORE("store", false),
  /** A write of a copy, some bytes of which may never have been written. */
  POKE("store", false),
  RMW("rmw", true),
  CAS("cas", true),
  /** An addition whose result nobody looks at. */
  ADD("add", false),
  /** A read, perhaps with an update, that waits for a certain content. */
  AWAIT("await", true),
  /** The same, but it does not wait and says whether it found the content. */
  ATTEMPT("try", true),
  SIGNAL("signal", true),
  LOCK("lock", false),
  TRY_LOCK("trylock", false),
  UNLOCK("unlock", false),
  JOIN("join", false),
  FREE("free", false),
  /** The end of a local variable. */
  LEAVE("leave", false),
  SIZE("size", false),
  /** The program leaves a number open. */
  CHOOSE("choose", false),
  ATOMIC_BEGIN("atomic", false),
  FENCE("fence", false),
  /** Not visible: the thread has no operation in front of it. */
  NONE("local", false);

  private static final OperationKind[] BY_OPCODE = byOpcode();

  private final String label;
  private final boolean givesContent;

  OperationKind(String label, boolean givesContent) {
    this.label = label;
    this.givesContent = givesContent;
  }

  /** How reports call it. */
  public String label() {
    return label;
  }

  /** Whether what the operation does depends on what memory contains. */
  public boolean reads() {
    return givesContent || this == LOCK || this == TRY_LOCK || this == UNLOCK;
  }

  /** Whether the operation is about bytes of memory, or about an object as a whole. */
  public boolean accessesMemory() {
    return switch (this) {
      case JOIN, SIZE, CHOOSE, ATOMIC_BEGIN, FENCE, NONE -> false;
      default -> true;
    };
  }

  /** Whether the operation takes or releases a lock. */
  public boolean isOnLock() {
    return this == LOCK || this == TRY_LOCK || this == UNLOCK;
  }

  /** Whether the operation ends the life of an object. */
  public boolean endsObject() {
    return this == FREE || this == LEAVE;
  }

  /** Whether the operation gives its thread a value from memory. */
  public boolean givesContent() {
    return givesContent;
  }

  static OperationKind of(int opcode) {
    return opcode < BY_OPCODE.length ? BY_OPCODE[opcode] : NONE;
  }

  private static OperationKind[] byOpcode() {
    OperationKind[] kinds = new OperationKind[Opcode.WIDE_UPDATE + 1];
    Arrays.fill(kinds, NONE);
    kinds[Opcode.LOAD] = LOAD;
    kinds[Opcode.PEEK] = PEEK;
    kinds[Opcode.STORE] = STORE;
    kinds[Opcode.POKE] = POKE;
    kinds[Opcode.RMW] = RMW;
    kinds[Opcode.CAS] = CAS;
    kinds[Opcode.ADD] = ADD;
    kinds[Opcode.AWAIT] = AWAIT;
    kinds[Opcode.ATTEMPT] = ATTEMPT;
    kinds[Opcode.SIGNAL] = SIGNAL;
    kinds[Opcode.LOCK] = LOCK;
    kinds[Opcode.TRY_LOCK] = TRY_LOCK;
    kinds[Opcode.UNLOCK] = UNLOCK;
    kinds[Opcode.JOIN] = JOIN;
    kinds[Opcode.FREE] = FREE;
    kinds[Opcode.LEAVE] = LEAVE;
    kinds[Opcode.SIZE] = SIZE;
    kinds[Opcode.CHOOSE] = CHOOSE;
    kinds[Opcode.ATOMIC_BEGIN] = ATOMIC_BEGIN;
    kinds[Opcode.FENCE] = FENCE;
    kinds[Opcode.WIDE_UPDATE] = RMW;
    return kinds;
  }
}
