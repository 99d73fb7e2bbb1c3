package dev.heddle.frontend.llvm;

import dev.heddle.program.Value;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** The positions that functions and globals have in the program. */
interface Symbols {
  /** The position of a function; asking for it makes it part of the program. */
  int function(LLVMValueRef function);

  /** The position of a global; asking for it makes it part of the program. */
  int global(LLVMValueRef global);

  /** What a global holds that is never written, as far as that is a value; null otherwise. */
  Value constantContent(Value.GlobalAddress address, int bytes);

  /** The position of a constant global that holds a C string. */
  int text(String text);
}
