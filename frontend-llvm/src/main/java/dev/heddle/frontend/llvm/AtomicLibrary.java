package dev.heddle.frontend.llvm;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;

/**
 * Calls such as {@code __atomic_load_4}, which a compiler emits where it does not emit the
 * operation itself.
 */
final class AtomicLibrary {
  private AtomicLibrary() {}

  /** As {@link Library#translate}. */
  static Value translate(String function, LibraryCall call) {
    int end = function.lastIndexOf('_');
    int bytes =
        switch (function.substring(end + 1)) {
          case "1" -> 1;
          case "2" -> 2;
          case "4" -> 4;
          case "8" -> 8;
          default -> 0;
        };
    if (bytes == 0) {
      return null;
    }
    return switch (function.substring(0, end)) {
      case "__atomic_load" -> load(call, bytes);
      case "__atomic_store" -> store(call, bytes);
      case "__atomic_exchange" -> readModifyWrite(call, RmwOperator.EXCHANGE, bytes);
      case "__atomic_compare_exchange" -> compareExchange(call, bytes);
      case "__atomic_fetch_add" -> readModifyWrite(call, RmwOperator.ADD, bytes);
      case "__atomic_fetch_sub" -> readModifyWrite(call, RmwOperator.SUB, bytes);
      case "__atomic_fetch_and" -> readModifyWrite(call, RmwOperator.AND, bytes);
      case "__atomic_fetch_nand" -> readModifyWrite(call, RmwOperator.NAND, bytes);
      case "__atomic_fetch_or" -> readModifyWrite(call, RmwOperator.OR, bytes);
      case "__atomic_fetch_xor" -> readModifyWrite(call, RmwOperator.XOR, bytes);
      default -> null;
    };
  }

  private static Value load(LibraryCall call, int bytes) {
    Register result = call.builder().newRegister();
    call.builder()
        .emit(
            new Instruction.Load(result, call.argument(0), bytes, order(call, 1), call.location()));
    return result;
  }

  private static Value store(LibraryCall call, int bytes) {
    call.builder()
        .emit(
            new Instruction.Store(
                call.argument(0), call.argument(1), bytes, order(call, 2), call.location()));
    return new Value.Undefined();
  }

  private static Value readModifyWrite(LibraryCall call, RmwOperator operator, int bytes) {
    Register old = call.builder().newRegister();
    call.builder()
        .emit(
            new Instruction.ReadModifyWrite(
                old,
                operator,
                call.argument(0),
                call.argument(1),
                bytes,
                order(call, 2),
                call.location()));
    return old;
  }

  /** Unlike the instruction, the call takes and gives the expected value in memory. */
  private static Value compareExchange(LibraryCall call, int bytes) {
    FunctionBuilder builder = call.builder();
    Value place = call.argument(1);
    Register expected = builder.newRegister();
    Register old = builder.newRegister();
    Register success = builder.newRegister();
    builder.emit(new Instruction.Load(expected, place, bytes, MemoryOrder.PLAIN, call.location()));
    builder.emit(
        new Instruction.CompareExchange(
            old,
            success,
            call.argument(0),
            expected,
            call.argument(2),
            bytes,
            order(call, 3),
            order(call, 4),
            call.location()));
    int failed = builder.newBlock(builder.currentLabel() + ".failed");
    int after = builder.newBlock(builder.currentLabel() + ".after");
    builder.end(new Terminator.Branch(success, after, failed, call.location()));
    builder.continueAt(failed);
    builder.emit(new Instruction.Store(place, old, bytes, MemoryOrder.PLAIN, call.location()));
    builder.end(new Terminator.Jump(after, call.location()));
    builder.continueAt(after);
    return success;
  }

  /** The C numbers of memory orders; one that is not a constant is taken as the strongest. */
  private static MemoryOrder order(LibraryCall call, int argument) {
    if (!(call.argument(argument) instanceof Value.Constant constant)) {
      return MemoryOrder.SEQUENTIALLY_CONSISTENT;
    }
    return switch ((int) constant.bits()) {
      case 0 -> MemoryOrder.RELAXED;
      case 1, 2 -> MemoryOrder.ACQUIRE;
      case 3 -> MemoryOrder.RELEASE;
      case 4 -> MemoryOrder.ACQUIRE_RELEASE;
      default -> MemoryOrder.SEQUENTIALLY_CONSISTENT;
    };
  }
}
