package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.CppName;
import dev.heddle.program.Global;
import dev.heddle.program.Types;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Makes memory objects of global variables. */
final class GlobalTranslator {
  private static final long LARGEST = 1L << 30;

  private final Layout layout;
  private final ConstantTranslator constants;
  private final DebugLocations locations;
  private final DebugTypes types;

  GlobalTranslator(
      Layout layout, ConstantTranslator constants, DebugLocations locations, DebugTypes types) {
    this.layout = layout;
    this.constants = constants;
    this.locations = locations;
    this.types = types;
  }

  Global translate(LLVMValueRef variable) {
    String name = NativeText.nameOf(variable);
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    long size = layout.size(type);
    if (size > LARGEST) {
      throw new UnsupportedException("the variable '" + name + "' has more than a gigabyte");
    }
    byte[] bytes = new byte[(int) size];
    List<Global.Relocation> relocations = new ArrayList<>();
    try {
      write(LLVMGetInitializer(variable), 0, bytes, relocations);
    } catch (UnsupportedException e) {
      throw e.at(locations.of(variable));
    }
    // The source's name: LLVM's is another one for a static variable inside a function.
    DebugTypes.Declaration declaration = types.declarationOf(variable);
    return new Global(
        declaration == null || declaration.name().isEmpty() ? CppName.of(name) : declaration.name(),
        bytes,
        Math.max(LLVMGetAlignment(variable), layout.alignment(type)),
        relocations,
        LLVMIsGlobalConstant(variable) != 0,
        LLVMIsThreadLocal(variable) != 0,
        locations.of(variable),
        declaration == null ? Types.UNKNOWN : declaration.type());
  }

  private void write(
      LLVMValueRef constant, int at, byte[] bytes, List<Global.Relocation> relocations) {
    if (LLVMIsNull(constant) != 0 || LLVMIsUndef(constant) != 0) {
      return;
    }
    LLVMTypeRef type = LLVMTypeOf(constant);
    switch (LLVMGetTypeKind(type)) {
      case LLVMStructTypeKind -> {
        int fields = LLVMCountStructElementTypes(type);
        for (int i = 0; i < fields; i++) {
          int place = at + (int) layout.fieldOffset(type, i);
          write(LLVMGetAggregateElement(constant, i), place, bytes, relocations);
        }
      }
      case LLVMVectorTypeKind -> {
        int size = (layout.elementBits(type) + 7) / 8;
        for (int i = 0; i < LLVMGetVectorSize(type); i++) {
          write(LLVMGetAggregateElement(constant, i), at + i * size, bytes, relocations);
        }
      }
      case LLVMArrayTypeKind -> {
        if (NativeText.isText(constant)) {
          byte[] text = NativeText.bytes(constant);
          System.arraycopy(text, 0, bytes, at, text.length);
          return;
        }
        long size = layout.size(LLVMGetElementType(type));
        long length = LLVMGetArrayLength2(type);
        for (int i = 0; i < length; i++) {
          write(LLVMGetAggregateElement(constant, i), at + (int) (i * size), bytes, relocations);
        }
      }
      default -> writeScalar(constant, at, bytes, relocations);
    }
  }

  private void writeScalar(
      LLVMValueRef constant, int at, byte[] bytes, List<Global.Relocation> relocations) {
    List<Value> values = new ArrayList<>();
    constants.scalars(constant, null, values);
    List<Layout.Scalar> scalars = layout.scalars(LLVMTypeOf(constant));
    for (int n = 0; n < values.size(); n++) {
      int place = at + (int) scalars.get(n).offset();
      if (values.get(n) instanceof Value.Constant number) {
        for (int i = 0; i < scalars.get(n).bytes(); i++) {
          bytes[place + i] = (byte) (number.bits() >>> (8 * i));
        }
      } else if (!(values.get(n) instanceof Value.Undefined)) {
        relocations.add(new Global.Relocation(place, values.get(n)));
      }
    }
  }
}
