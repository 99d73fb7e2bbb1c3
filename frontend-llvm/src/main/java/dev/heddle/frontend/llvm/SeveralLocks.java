package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.CppName;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * {@code std::lock}, and with it {@code std::scoped_lock}. The library takes one mutex, tries the
 * others, and gives back what it has and begins anew if one is taken. An attempt that fails leaves
 * everything as it was, so that only the one that succeeds is part of an execution: the first mutex
 * is waited for, and the others are assumed to be free then.
 */
final class SeveralLocks {
  private static final String PREFIX = "_ZSt4lockI";
  private static final Set<String> MUTEXES =
      Set.of("std::mutex", "std::recursive_mutex", "std::timed_mutex");
  private static final Set<String> OWNERS =
      Set.of("std::unique_lock<std::mutex>", "std::unique_lock<std::recursive_mutex>");

  private SeveralLocks() {}

  /** Whether a function is an instance of {@code std::lock} for mutexes that are modelled. */
  static boolean is(LLVMValueRef function) {
    String name = NativeText.nameOf(function);
    return name.startsWith(PREFIX)
        && types(name).stream().allMatch(type -> MUTEXES.contains(type) || OWNERS.contains(type));
  }

  static void translate(
      LLVMValueRef call, LLVMValueRef function, Operands operands, FunctionBuilder builder) {
    List<String> types = types(NativeText.nameOf(function));
    List<Value> owners = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      Value mutex = operands.of(call, i);
      if (OWNERS.contains(types.get(i))) {
        owners.add(mutex);
        Register address = builder.newRegister();
        builder.emit(
            new Instruction.Load(address, mutex, 8, MemoryOrder.PLAIN, builder.location()));
        mutex = address;
      }
      Register result = builder.newRegister();
      MutexOperator operator = i == 0 ? MutexOperator.LOCK : MutexOperator.TRY_LOCK;
      builder.emit(new Instruction.Mutex(result, operator, mutex, true, builder.location()));
      if (i > 0) {
        builder.emit(new Instruction.Assume(result, builder.location()));
      }
    }
    for (Value owner : owners) {
      builder.emit(
          new Instruction.Store(
              builder.add(owner, 8), Value.of(1), 1, MemoryOrder.PLAIN, builder.location()));
    }
  }

  private static List<String> types(String name) {
    String readable = CppName.of(name);
    int begin = readable.indexOf('<');
    int end = readable.lastIndexOf('>');
    return begin < 0 || end < begin
        ? List.of("unknown")
        : List.of(readable.substring(begin + 1, end).split(", "));
  }
}
