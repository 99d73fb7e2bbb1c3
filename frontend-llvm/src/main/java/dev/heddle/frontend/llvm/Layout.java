package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMTargetDataRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;

/** Sizes and offsets of types, and how a type falls into numbers that fit a register. */
final class Layout {
  /** More numbers than any struct that is passed around by value has. */
  private static final int MAX_SCALARS = 256;

  private final LLVMTargetDataRef data;
  private final Map<Long, List<Scalar>> scalarsOfType = new HashMap<>();

  /**
   * A number inside a value.
   *
   * @param offset where it is when the value is in memory
   */
  record Scalar(long offset, int bits) {
    /** Its size in memory. */
    int bytes() {
      return (bits + 7) / 8;
    }
  }

  Layout(LLVMModuleRef module) {
    data = LLVMGetModuleDataLayout(module);
    if (LLVMPointerSize(data) != 8 || LLVMByteOrder(data) != LLVMLittleEndian) {
      throw new UnsupportedException(
          "the code is for a machine whose pointers are not 64-bit little-endian ones");
    }
  }

  /** How many bytes apart two neighbours in an array are. */
  long size(LLVMTypeRef type) {
    return LLVMABISizeOfType(data, type);
  }

  int alignment(LLVMTypeRef type) {
    return LLVMABIAlignmentOfType(data, type);
  }

  long fieldOffset(LLVMTypeRef struct, int field) {
    return LLVMOffsetOfElement(data, struct, field);
  }

  /** The width of a type that is a single number. */
  int bits(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
      case LLVMIntegerTypeKind -> {
        int bits = LLVMGetIntTypeWidth(type);
        if (bits > 64) {
          throw new UnsupportedException(bits + "-bit integers are not supported");
        }
        return bits;
      }
      case LLVMPointerTypeKind, LLVMDoubleTypeKind -> {
        return 64;
      }
      case LLVMFloatTypeKind -> {
        return 32;
      }
      default -> throw new UnsupportedException(describe(type) + " is not supported");
    }
  }

  /** The numbers that a value of this type consists of, in the order of their places. */
  List<Scalar> scalars(LLVMTypeRef type) {
    List<Scalar> known = scalarsOfType.get(type.address());
    if (known == null) {
      List<Scalar> found = new ArrayList<>();
      collect(type, 0, found);
      known = List.copyOf(found);
      scalarsOfType.put(type.address(), known);
    }
    return known;
  }

  /** Whether values of this type can be computed with. */
  boolean isSupported(LLVMTypeRef type) {
    try {
      scalars(type);
      return true;
    } catch (UnsupportedException e) {
      return false;
    }
  }

  private void collect(LLVMTypeRef type, long offset, List<Scalar> into) {
    switch (LLVMGetTypeKind(type)) {
      case LLVMVoidTypeKind -> {}
      case LLVMStructTypeKind -> {
        int fields = LLVMCountStructElementTypes(type);
        for (int i = 0; i < fields; i++) {
          collect(LLVMStructGetTypeAtIndex(type, i), offset + fieldOffset(type, i), into);
        }
      }
      case LLVMArrayTypeKind -> {
        LLVMTypeRef element = LLVMGetElementType(type);
        long length = LLVMGetArrayLength2(type);
        for (long i = 0; i < length; i++) {
          collect(element, offset + i * size(element), into);
        }
      }
      case LLVMVectorTypeKind -> {
        int bits = bits(LLVMGetElementType(type));
        int length = LLVMGetVectorSize(type);
        for (int i = 0; i < length; i++) {
          into.add(new Scalar(offset + (long) i * bits / 8, bits));
        }
      }
      default -> {
        if (WideArithmetic.isWide(type)) {
          into.add(new Scalar(offset, 64));
          into.add(new Scalar(offset + 8, 64));
        } else {
          into.add(new Scalar(offset, bits(type)));
        }
      }
    }
    if (into.size() > MAX_SCALARS) {
      throw new UnsupportedException(
          "a value of type " + describe(type) + " is too large to be passed around by value");
    }
  }

  static boolean isVector(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  }

  /** The width of the numbers in a vector, or of a single number. */
  int elementBits(LLVMTypeRef type) {
    return bits(isVector(type) ? LLVMGetElementType(type) : type);
  }

  /** How many numbers come before the component that {@code indices} lead to. */
  int scalarsBefore(LLVMTypeRef aggregate, int[] indices) {
    int before = 0;
    LLVMTypeRef type = aggregate;
    for (int index : indices) {
      if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        for (int i = 0; i < index; i++) {
          before += scalars(LLVMStructGetTypeAtIndex(type, i)).size();
        }
        type = LLVMStructGetTypeAtIndex(type, index);
      } else {
        type = LLVMGetElementType(type);
        before += index * scalars(type).size();
      }
    }
    return before;
  }

  /** The type in words for a message. */
  static String describe(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
      case LLVMX86_FP80TypeKind, LLVMFP128TypeKind, LLVMPPC_FP128TypeKind -> {
        return "long double";
      }
      case LLVMHalfTypeKind, LLVMBFloatTypeKind -> {
        return "16-bit floating point";
      }
      default -> {
        String description = NativeText.taken(LLVMPrintTypeToString(type));
        boolean isVector =
            LLVMGetTypeKind(type) == LLVMVectorTypeKind
                || LLVMGetTypeKind(type) == LLVMScalableVectorTypeKind;
        return (isVector ? "the vector type " : "the type ") + description;
      }
    }
  }
}
