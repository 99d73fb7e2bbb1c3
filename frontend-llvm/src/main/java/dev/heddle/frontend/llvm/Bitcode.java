package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;

/** Reads LLVM's binary form. */
final class Bitcode {
  private Bitcode() {}

  /** Whether a text is part of it, such as the name of a type that the program has. */
  static boolean mentions(String text, byte[] bitcode) {
    // One character for each byte, whatever it is.
    return new String(bitcode, StandardCharsets.ISO_8859_1).contains(text);
  }

  /** The module, which belongs to the context. */
  static LLVMModuleRef parse(byte[] bitcode, LLVMContextRef context) {
    BytePointer bytes = new BytePointer(bitcode);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(
            bytes, bitcode.length, new BytePointer("bitcode"));
    bytes.deallocate();
    PointerPointer<LLVMModuleRef> module = new PointerPointer<>(1);
    BytePointer message = new BytePointer((BytePointer) null);
    try {
      // The buffer belongs to LLVM from here on.
      if (LLVMParseIRInContext(context, buffer, module, message) != 0) {
        throw new UnsupportedException(
            "is not valid LLVM code: " + NativeText.taken(message).strip());
      }
      return module.get(LLVMModuleRef.class, 0);
    } finally {
      module.deallocate();
    }
  }
}
