package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Makes single accesses of the functions that copy and fill memory. They follow the fields of the
 * object's type where that is known, so that they meet the accesses that the rest of the program
 * makes to the same fields. What is large or of an unknown size is left to the {@link
 * RuntimeLibrary}. Bytes that are not initialised may be copied.
 */
final class MemoryTransfer {
  private static final long LARGEST = 4096;

  private final Layout layout;
  private final Operands operands;
  private final FunctionBuilder builder;
  private final Symbols symbols;

  private record Piece(long offset, int bytes) {}

  MemoryTransfer(Layout layout, Operands operands, FunctionBuilder builder, Symbols symbols) {
    this.symbols = symbols;
    this.layout = layout;
    this.operands = operands;
    this.builder = builder;
  }

  /** Translates a call of one of the C functions; false if it is not one of them. */
  boolean translateCall(LLVMValueRef call, String name) {
    switch (name) {
      case "memcpy" -> copy(call, false);
      case "memmove" -> copy(call, true);
      case "memset" -> fill(call);
      default -> {
        return false;
      }
    }
    operands.define(call, operands.of(call, 0));
    return true;
  }

  /** Copies operand 1 to operand 0; all is read before anything is written if they may overlap. */
  void copy(LLVMValueRef call, boolean mayOverlap) {
    if (!isSmall(call)) {
      callRuntime(mayOverlap ? "memmove" : "memcpy", call);
      return;
    }
    LLVMValueRef to = LLVMGetOperand(call, 0);
    LLVMValueRef from = LLVMGetOperand(call, 1);
    Value target = operands.of(to);
    Value source = operands.of(from);
    List<Instruction> stores = new ArrayList<>();
    for (Piece piece : pieces(call, to, from)) {
      Register content = builder.newRegister();
      Register missing = builder.newRegister();
      Value place = builder.add(source, piece.offset());
      builder.emit(
          new Instruction.Peek(content, missing, place, piece.bytes(), builder.location()));
      Value copy = builder.add(target, piece.offset());
      stores.add(new Instruction.Poke(copy, content, missing, piece.bytes(), builder.location()));
      if (!mayOverlap) {
        emit(stores);
        stores.clear();
      }
    }
    emit(stores);
  }

  /** Copies the structure through which a function reads its variable arguments. */
  void copyVariadic(Value to, Value from) {
    for (Piece piece :
        List.of(new Piece(0, 4), new Piece(4, 4), new Piece(8, 8), new Piece(16, 8))) {
      MemoryAccesses.copy(
          builder.add(to, piece.offset()),
          builder.add(from, piece.offset()),
          piece.bytes(),
          builder);
    }
  }

  private static boolean isSmall(LLVMValueRef call) {
    LLVMValueRef length = length(call);
    return LLVMIsAConstantInt(length) != null
        && Long.compareUnsigned(LLVMConstIntGetZExtValue(length), LARGEST) <= 0;
  }

  /** How much is copied or filled; a constant may have come through an int of a function. */
  private static LLVMValueRef length(LLVMValueRef call) {
    LLVMValueRef length = LLVMGetOperand(call, 2);
    return LLVMIsAZExtInst(length) != null ? LLVMGetOperand(length, 0) : length;
  }

  private void callRuntime(String function, LLVMValueRef call) {
    builder.call(
        symbols.runtimeFunction(function),
        operands.of(call, 0),
        operands.of(call, 1),
        operands.of(call, 2));
  }

  private void emit(List<Instruction> instructions) {
    for (Instruction instruction : instructions) {
      builder.emit(instruction);
    }
  }

  /** Fills operand 0 with the byte in operand 1. */
  void fill(LLVMValueRef call) {
    if (!isSmall(call)) {
      callRuntime("memset", call);
      return;
    }
    LLVMValueRef to = LLVMGetOperand(call, 0);
    Value target = operands.of(to);
    Value filler = operands.of(call, 1);
    if (!(filler instanceof Value.Constant)) {
      filler = builder.binary(BinaryOperator.AND, 64, filler, Value.of(0xff));
    }
    for (Piece piece : pieces(call, to, to)) {
      builder.emit(
          new Instruction.Store(
              builder.add(target, piece.offset()),
              repeated(filler, piece.bytes()),
              piece.bytes(),
              MemoryOrder.PLAIN,
              builder.location()));
    }
  }

  private Value repeated(Value filler, int bytes) {
    long ones = 0x0101_0101_0101_0101L >>> (64 - 8 * bytes);
    if (filler instanceof Value.Constant constant) {
      return Value.of((constant.bits() & 0xff) * ones);
    }
    return builder.binary(BinaryOperator.MUL, 64, filler, Value.of(ones));
  }

  private List<Piece> pieces(LLVMValueRef call, LLVMValueRef to, LLVMValueRef from) {
    long size = LLVMConstIntGetZExtValue(length(call));
    LLVMTypeRef type = typeAt(to, size);
    if (type == null) {
      type = typeAt(from, size);
    }
    List<Piece> pieces = new ArrayList<>();
    if (type == null) {
      cut(0, size, alignment(call, to), pieces);
    } else {
      follow(type, 0, size, pieces);
    }
    return pieces;
  }

  private static int alignment(LLVMValueRef call, LLVMValueRef address) {
    int kind = LLVMGetEnumAttributeKindForName("align", "align".length());
    var attribute = LLVMGetCallSiteEnumAttribute(call, 1, kind);
    if (attribute != null) {
      return (int) LLVMGetEnumAttributeValue(attribute);
    }
    return LLVMIsAGlobalVariable(address) != null ? LLVMGetAlignment(address) : 1;
  }

  /** The type of the object that begins at an address, if that is known and large enough. */
  private LLVMTypeRef typeAt(LLVMValueRef address, long size) {
    LLVMTypeRef type = typeAt(address);
    return type != null && layout.size(type) >= size ? type : null;
  }

  /** The type of the object that begins at an address, if that is known. */
  static LLVMTypeRef typeAt(LLVMValueRef address) {
    LLVMTypeRef type = null;
    if (LLVMIsAAllocaInst(address) != null) {
      type = LLVMGetAllocatedType(address);
    } else if (LLVMIsAGlobalVariable(address) != null) {
      type = LLVMGlobalGetValueType(address);
    } else if (LLVMIsAGetElementPtrInst(address) != null) {
      type = LLVMGetGEPSourceElementType(address);
      for (int i = 2; i < LLVMGetNumOperands(address); i++) {
        type =
            LLVMGetTypeKind(type) == LLVMStructTypeKind
                ? LLVMStructGetTypeAtIndex(
                    type, (int) LLVMConstIntGetZExtValue(LLVMGetOperand(address, i)))
                : LLVMGetElementType(type);
      }
    }
    return type;
  }

  private void follow(LLVMTypeRef type, long at, long end, List<Piece> pieces) {
    if (at >= end) {
      return;
    }
    switch (LLVMGetTypeKind(type)) {
      case LLVMStructTypeKind -> {
        if (isUnion(type)) {
          cut(at, Math.min(end, at + layout.size(type)), layout.alignment(type), pieces);
          return;
        }
        for (int i = 0; i < LLVMCountStructElementTypes(type); i++) {
          LLVMTypeRef field = LLVMStructGetTypeAtIndex(type, i);
          follow(field, at + layout.fieldOffset(type, i), end, pieces);
        }
      }
      case LLVMArrayTypeKind -> {
        LLVMTypeRef element = LLVMGetElementType(type);
        for (long i = 0; i < LLVMGetArrayLength2(type); i++) {
          follow(element, at + i * layout.size(element), end, pieces);
        }
      }
      default -> cut(at, Math.min(end, at + layout.size(type)), 8, pieces);
    }
  }

  /** Clang names the struct that stands for a union so; its fields are only one of the views. */
  static boolean isUnion(LLVMTypeRef type) {
    return NativeText.of(LLVMGetStructName(type)).startsWith("union.");
  }

  private static void cut(long from, long to, int alignment, List<Piece> pieces) {
    long at = from;
    while (at < to) {
      int bytes = Math.max(1, Math.min(8, alignment));
      while (bytes > to - at) {
        bytes /= 2;
      }
      pieces.add(new Piece(at, bytes));
      at += bytes;
    }
  }
}
