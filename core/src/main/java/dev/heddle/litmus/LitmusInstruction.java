package dev.heddle.litmus;

import java.util.Set;

/**
 * One step of a thread. Dependencies are those of the registers: an access depends on the loads
 * behind its address (addr), behind the value that it stores (data), and behind the conditions of
 * the branches before it (ctrl).
 *
 * <p>Tags are the words of the memory models for an access or a fence: {@code sync}, {@code
 * DMB.SY}, {@code ACQ}, {@code X}. {@link Architecture#tags()} lists them.
 */
public sealed interface LitmusInstruction {
  /** {@code register := value}. */
  record Assign(int register, Expression value) implements LitmusInstruction {}

  /**
   * {@code register := *address}.
   *
   * @param size in bytes
   * @param signed whether a narrow value is extended by its sign
   * @param reserve a later {@link StoreConditional} may pair with this load (lwarx, LDXR)
   */
  record Load(
      int register, Expression address, int size, boolean signed, boolean reserve, Set<String> tags)
      implements LitmusInstruction {}

  /** {@code *address := value}. */
  record Store(Expression address, Expression value, int size, Set<String> tags)
      implements LitmusInstruction {}

  /**
   * A store that may fail, and does so without a reservation of the same address and size (stwcx.,
   * STXR).
   *
   * @param status the register that gets {@code success} or {@code failure}
   */
  record StoreConditional(
      int status,
      long success,
      long failure,
      Expression address,
      Expression value,
      int size,
      Set<String> tags)
      implements LitmusInstruction {}

  /**
   * An atomic read-modify-write: {@code register := *address; if (condition) *address := value}.
   * The condition and the value may use the register, which then holds the value read. Where the
   * condition does not hold the instruction is a load.
   *
   * @param condition null if it always stores
   * @param mustStore executions in which the condition fails are not executions: a lock waits
   */
  record ReadModifyWrite(
      int register,
      Expression address,
      Expression condition,
      Expression value,
      int size,
      boolean mustStore,
      Set<String> readTags,
      Set<String> writeTags,
      Set<String> failureTags)
      implements LitmusInstruction {}

  /**
   * @param address what it is a fence for, as the domain of a {@code synchronize_srcu}, which is a
   *     location of the event; null if it is one for all of memory
   */
  record Fence(Set<String> tags, Expression address) implements LitmusInstruction {
    public Fence(Set<String> tags) {
      this(tags, null);
    }
  }

  /**
   * Goes on at {@code target}, an index into the thread's instructions, if the condition is not 0.
   *
   * @param join from here on nothing depends on the condition any more, as behind an if of C; -1 if
   *     everything does, as in machine code
   */
  record Branch(Expression condition, int target, int join) implements LitmusInstruction {
    public Branch(Expression condition, int target) {
      this(condition, target, -1);
    }
  }

  record Jump(int target) implements LitmusInstruction {}
}
