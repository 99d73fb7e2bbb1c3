package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Reads text that is in LLVM's memory or in the program's. */
final class NativeText {
  private NativeText() {}

  /** A text that ends with a zero byte; empty if there is none. */
  static String of(BytePointer text) {
    return text == null ? "" : text.getString(StandardCharsets.UTF_8);
  }

  static String of(BytePointer text, long length) {
    if (text == null || length == 0) {
      return "";
    }
    byte[] bytes = new byte[(int) length];
    text.capacity(length).get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** A text that LLVM made for the caller, who gives it back by that. */
  static String taken(BytePointer text) {
    String copy = of(text);
    if (text != null) {
      LLVMDisposeMessage(text);
    }
    return copy;
  }

  static String nameOf(LLVMValueRef value) {
    return of(LLVMGetValueName(value));
  }

  /** The C string that a pointer points to, or an empty one if that is not a constant. */
  static String constant(LLVMValueRef pointer) {
    if (LLVMIsAGlobalVariable(pointer) == null) {
      return "";
    }
    LLVMValueRef initializer = LLVMGetInitializer(pointer);
    if (initializer == null || !isText(initializer)) {
      return "";
    }
    byte[] bytes = bytes(initializer);
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }

  /** Whether a constant is an array of plain bytes. LLVM itself must not be asked of others. */
  static boolean isText(LLVMValueRef constant) {
    return LLVMIsAConstantDataArray(constant) != null && LLVMIsConstantString(constant) != 0;
  }

  /** The bytes of a constant for which {@link #isText} holds. */
  static byte[] bytes(LLVMValueRef constant) {
    SizeTPointer length = new SizeTPointer(1);
    BytePointer text = LLVMGetAsString(constant, length);
    byte[] bytes = new byte[(int) length.get()];
    text.capacity(bytes.length).get(bytes);
    length.deallocate();
    return bytes;
  }
}
