package dev.heddle.frontend.llvm;

import dev.heddle.program.Global;
import dev.heddle.program.Value;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** The positions that functions and globals have in the program, and what else concerns it all. */
interface Symbols {
  /** The position of a function; asking for it makes it part of the program. */
  int function(LLVMValueRef function);

  /** The definition that the runtime library has of a function that is declared only, or null. */
  LLVMValueRef definition(LLVMValueRef declaration);

  /** A function of the runtime library. */
  LLVMValueRef runtimeDefinition(String name);

  /** The position of a function of the runtime library. */
  int runtimeFunction(String name);

  /** Whether the program refers to a library function. */
  boolean uses(String function);

  /** Whether something in the program waits for threads to end, such as destructors of keys. */
  default boolean hasWorkAtThreadEnd() {
    return uses("pthread_key_create")
        || uses("tss_create")
        || uses("__cxa_thread_atexit")
        || uses("__heddle_cleanup_push")
        || uses("pthread_cancel");
  }

  /** Whether something in the program waits for its end. */
  boolean hasWorkAtProgramEnd();

  /** The position of a global; asking for it makes it part of the program. */
  int global(LLVMValueRef global);

  /** What a global holds that is never written, as far as that is a value; null otherwise. */
  Value constantContent(Value.GlobalAddress address, int bytes);

  /** The position of a new constant global. */
  int constant(String name, byte[] bytes, List<Global.Relocation> relocations);

  /** A number above 0 for a type that can be caught, the same each time. */
  int typeNumber(LLVMValueRef type);

  /** The position of a constant global that holds a C string. */
  int text(String text);

  Environment environment();

  /** Notes that the program has compare-exchanges that may fail for no reason. */
  void noteWeakExchange();

  /** Notes that not all that the source could do is part of the program. */
  void bound(String description);
}
