package dev.heddle.frontend.llvm;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.Map;

/**
 * Calls such as {@code __atomic_load_4}, which a compiler emits where it does not emit the
 * operation itself.
 */
final class AtomicLibrary {
  private static final Map<String, RmwOperator> FETCHING =
      Map.of(
          "add", RmwOperator.ADD,
          "sub", RmwOperator.SUB,
          "and", RmwOperator.AND,
          "nand", RmwOperator.NAND,
          "or", RmwOperator.OR,
          "xor", RmwOperator.XOR);

  private AtomicLibrary() {}

  static void addTo(Map<String, Library.Model> models) {
    for (int size = 1; size <= 8; size *= 2) {
      int bytes = size;
      models.put("__atomic_load_" + bytes, call -> load(call, bytes));
      models.put("__atomic_store_" + bytes, call -> store(call, bytes));
      models.put(
          "__atomic_exchange_" + bytes, call -> readModifyWrite(call, RmwOperator.EXCHANGE, bytes));
      models.put("__atomic_compare_exchange_" + bytes, call -> compareExchange(call, bytes));
      FETCHING.forEach(
          (name, operator) ->
              models.put(
                  "__atomic_fetch_" + name + "_" + bytes,
                  call -> readModifyWrite(call, operator, bytes)));
    }
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
    return null;
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
