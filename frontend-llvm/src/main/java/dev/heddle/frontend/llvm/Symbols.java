package dev.heddle.frontend.llvm;

import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** The positions that functions and globals have in the program. */
interface Symbols {
  /** The position of a function; asking for it makes it part of the program. */
  int function(LLVMValueRef function);

  /** The position of a global; asking for it makes it part of the program. */
  int global(LLVMValueRef global);

  /** The position of a constant global that holds a C string. */
  int text(String text);
}
