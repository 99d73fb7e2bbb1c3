package dev.heddle.frontend.llvm;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Section;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Atomic operations on 16 bytes: each is a section that is atomic and has two accesses of 8 bytes.
 * Under weak memory models the section as a whole is one operation. Values are two numbers, the
 * lower one first.
 */
final class WideAtomics {
  static final int BYTES = 16;

  /** What a compare-exchange found, and whether that was what it expected. */
  record Exchange(List<Value> old, Value success) {}

  private final FunctionBuilder builder;

  WideAtomics(FunctionBuilder builder) {
    this.builder = builder;
  }

  List<Value> load(Value address, MemoryOrder order) {
    begin(Section.Kind.WIDE_ACCESS, order, order);
    List<Value> content = read(address, order);
    end();
    return content;
  }

  void store(Value address, List<Value> value, MemoryOrder order) {
    begin(Section.Kind.WIDE_ACCESS, order, order);
    write(address, value, order);
    end();
  }

  /** Replaces the content by what {@code update} makes of it; the old one is the result. */
  List<Value> readModifyWrite(Value address, UnaryOperator<List<Value>> update, MemoryOrder order) {
    begin(Section.Kind.WIDE_UPDATE, order, order);
    List<Value> old = read(address, order);
    write(address, update.apply(old), order);
    end();
    return old;
  }

  Exchange compareExchange(
      Value address,
      List<Value> expected,
      List<Value> desired,
      MemoryOrder order,
      MemoryOrder failure) {
    begin(Section.Kind.WIDE_UPDATE, order, failure);
    List<Value> old = read(address, order);
    Value low = builder.compare(Relation.EQ, 64, old.get(0), expected.get(0));
    Value high = builder.compare(Relation.EQ, 64, old.get(1), expected.get(1));
    Value success = builder.binary(BinaryOperator.AND, 1, low, high);
    int storing = builder.newBlock(builder.currentLabel() + ".exchanged");
    int after = builder.newBlock(builder.currentLabel() + ".compared");
    builder.end(new Terminator.Branch(success, storing, after, builder.location()));
    builder.continueAt(storing);
    write(address, desired, order);
    builder.end(new Terminator.Jump(after, builder.location()));
    builder.continueAt(after);
    end();
    return new Exchange(old, success);
  }

  private void begin(Section.Kind kind, MemoryOrder order, MemoryOrder failure) {
    Section section = new Section(kind, order, failure);
    builder.emit(new Instruction.AtomicBegin(section, builder.location()));
  }

  private void end() {
    builder.emit(new Instruction.AtomicEnd(builder.location()));
  }

  private List<Value> read(Value address, MemoryOrder order) {
    Register low = builder.newRegister();
    Register high = builder.newRegister();
    MemoryOrder reading = order == MemoryOrder.RELEASE ? MemoryOrder.RELAXED : reading(order);
    builder.emit(new Instruction.Load(low, address, 8, reading, builder.location()));
    builder.emit(
        new Instruction.Load(high, builder.add(address, 8), 8, reading, builder.location()));
    return List.of(low, high);
  }

  private void write(Value address, List<Value> value, MemoryOrder order) {
    MemoryOrder writing = order == MemoryOrder.ACQUIRE ? MemoryOrder.RELAXED : writing(order);
    builder.emit(new Instruction.Store(address, value.get(0), 8, writing, builder.location()));
    builder.emit(
        new Instruction.Store(
            builder.add(address, 8), value.get(1), 8, writing, builder.location()));
  }

  private static MemoryOrder reading(MemoryOrder order) {
    return order == MemoryOrder.ACQUIRE_RELEASE ? MemoryOrder.ACQUIRE : order;
  }

  private static MemoryOrder writing(MemoryOrder order) {
    return order == MemoryOrder.ACQUIRE_RELEASE ? MemoryOrder.RELEASE : order;
  }
}
