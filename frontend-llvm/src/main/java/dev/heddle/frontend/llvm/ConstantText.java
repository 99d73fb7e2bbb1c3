package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Reads C strings out of constants. */
final class ConstantText {
  private ConstantText() {}

  /** The text that a pointer points to, or an empty one if that is not a constant string. */
  static String of(LLVMValueRef pointer) {
    if (LLVMIsAGlobalVariable(pointer) == null) {
      return "";
    }
    LLVMValueRef initializer = LLVMGetInitializer(pointer);
    if (initializer == null || LLVMIsConstantString(initializer) == 0) {
      return "";
    }
    byte[] bytes = bytes(initializer);
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }

  /** The bytes of a constant for which {@code LLVMIsConstantString} holds. */
  static byte[] bytes(LLVMValueRef constant) {
    SizeTPointer length = new SizeTPointer(1);
    BytePointer text = LLVMGetAsString(constant, length);
    byte[] bytes = new byte[(int) length.get()];
    text.capacity(bytes.length).get(bytes);
    length.deallocate();
    return bytes;
  }
}
