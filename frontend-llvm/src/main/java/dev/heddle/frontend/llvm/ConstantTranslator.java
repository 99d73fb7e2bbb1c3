package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Value;
import java.math.BigInteger;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Makes values of constants and constant expressions. */
final class ConstantTranslator implements AddressArithmetic.Operands {
  private static final Value UNDEFINED = new Value.Undefined();

  private final Layout layout;
  private final Symbols symbols;
  private final AddressArithmetic addresses;

  ConstantTranslator(Layout layout, Symbols symbols) {
    this.layout = layout;
    this.symbols = symbols;
    this.addresses = new AddressArithmetic(layout);
  }

  /**
   * The value of a constant that is a single number.
   *
   * @param builder where to put the rare computation that only the running program can do, such as
   *     on the difference of two globals; null where there is no such place
   */
  Value scalar(LLVMValueRef constant, FunctionBuilder builder) {
    return switch (LLVMGetValueKind(constant)) {
      case LLVMConstantIntValueKind -> {
        layout.bits(LLVMTypeOf(constant));
        yield Value.of(LLVMConstIntGetZExtValue(constant));
      }
      case LLVMConstantFPValueKind -> floatingPoint(constant);
      case LLVMConstantPointerNullValueKind, LLVMConstantAggregateZeroValueKind -> Value.of(0);
      case LLVMUndefValueValueKind, LLVMPoisonValueValueKind -> UNDEFINED;
      case LLVMFunctionValueKind ->
          isMissing(constant) ? Value.of(0) : new Value.FunctionAddress(symbols.function(constant));
      case LLVMGlobalVariableValueKind -> {
        int global = symbols.global(constant);
        yield LLVMIsThreadLocal(constant) == 0
            ? new Value.GlobalAddress(global, 0)
            : needed(builder).threadLocal(global);
      }
      case LLVMGlobalAliasValueKind -> scalar(LLVMAliasGetAliasee(constant), builder);
      case LLVMConstantExprValueKind -> expression(constant, builder);
      case LLVMBlockAddressValueKind ->
          throw new UnsupportedException("taking the address of a label is not supported");
      default ->
          throw new UnsupportedException(
              "a constant of " + Layout.describe(LLVMTypeOf(constant)) + " is not supported");
    };
  }

  /** Whether a function is weak and nobody defines it: then its address is null. */
  private boolean isMissing(LLVMValueRef function) {
    return LLVMGetLinkage(function) == LLVMExternalWeakLinkage
        && symbols.definition(function) == null
        && LibraryThunk.of(function, layout, symbols) == null;
  }

  @Override
  public Value of(LLVMValueRef operand) {
    return scalar(operand, null);
  }

  /** Writes the numbers of a constant, which may be an aggregate, to {@code into}. */
  void scalars(LLVMValueRef constant, FunctionBuilder builder, List<Value> into) {
    LLVMTypeRef type = LLVMTypeOf(constant);
    int kind = LLVMGetTypeKind(type);
    if (WideArithmetic.isWide(type)) {
      wide(constant, into);
      return;
    }
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind) {
      into.add(scalar(constant, builder));
      return;
    }
    boolean isUndefined = LLVMIsUndef(constant) != 0;
    if (isUndefined || LLVMIsNull(constant) != 0) {
      Value each = isUndefined ? UNDEFINED : Value.of(0);
      for (int i = layout.scalars(type).size(); i > 0; i--) {
        into.add(each);
      }
      return;
    }
    int count =
        switch (kind) {
          case LLVMStructTypeKind -> LLVMCountStructElementTypes(type);
          case LLVMVectorTypeKind -> LLVMGetVectorSize(type);
          default -> (int) LLVMGetArrayLength2(type);
        };
    for (int i = 0; i < count; i++) {
      scalars(LLVMGetAggregateElement(constant, i), builder, into);
    }
  }

  private static void wide(LLVMValueRef constant, List<Value> into) {
    if (LLVMIsUndef(constant) != 0) {
      into.add(UNDEFINED);
      into.add(UNDEFINED);
    } else if (LLVMIsAConstantInt(constant) != null) {
      String text = NativeText.taken(LLVMPrintValueToString(constant));
      BigInteger number = new BigInteger(text.substring(text.indexOf(' ') + 1));
      into.add(Value.of(number.longValue()));
      into.add(Value.of(number.shiftRight(64).longValue()));
    } else {
      throw new UnsupportedException("a computed constant of 128 bits is not supported");
    }
  }

  private Value floatingPoint(LLVMValueRef constant) {
    double value = LLVMConstRealGetDouble(constant, new int[1]);
    return switch (layout.bits(LLVMTypeOf(constant))) {
      case 32 -> Value.of(Float.floatToRawIntBits((float) value) & 0xffff_ffffL);
      default -> Value.of(Double.doubleToRawLongBits(value));
    };
  }

  private Value expression(LLVMValueRef constant, FunctionBuilder builder) {
    int opcode = LLVMGetConstOpcode(constant);
    return switch (opcode) {
      case LLVMGetElementPtr -> {
        // The address of a thread-local variable is computed.
        AddressArithmetic.Address address =
            addresses.address(constant, operand -> scalar(operand, builder), builder);
        yield AddressArithmetic.sum(address.base(), Value.of(address.offset()), builder);
      }
      case LLVMBitCast, LLVMAddrSpaceCast -> scalar(LLVMGetOperand(constant, 0), builder);
      case LLVMIntToPtr, LLVMPtrToInt, LLVMTrunc -> resized(constant, builder);
      case LLVMAdd -> binary(BinaryOperator.ADD, constant, builder);
      case LLVMSub -> binary(BinaryOperator.SUB, constant, builder);
      case LLVMMul -> binary(BinaryOperator.MUL, constant, builder);
      case LLVMXor -> binary(BinaryOperator.XOR, constant, builder);
      default ->
          throw new UnsupportedException(
              "a constant expression with LLVM's operation " + opcode + " is not supported");
    };
  }

  private Value resized(LLVMValueRef constant, FunctionBuilder builder) {
    LLVMValueRef operand = LLVMGetOperand(constant, 0);
    Value value = scalar(operand, builder);
    int from = layout.bits(LLVMTypeOf(operand));
    int to = layout.bits(LLVMTypeOf(constant));
    if (to >= from) {
      return value;
    }
    if (value instanceof Value.Constant number) {
      return FunctionBuilder.constant(number.bits(), to);
    }
    return needed(builder).convert(Conversion.TRUNCATE, from, to, value);
  }

  private Value binary(BinaryOperator operator, LLVMValueRef constant, FunctionBuilder builder) {
    int bits = layout.bits(LLVMTypeOf(constant));
    Value left = scalar(LLVMGetOperand(constant, 0), builder);
    Value right = scalar(LLVMGetOperand(constant, 1), builder);
    Value folded = FunctionBuilder.fold(operator, bits, left, right);
    return folded != null ? folded : needed(builder).binary(operator, bits, left, right);
  }

  private static FunctionBuilder needed(FunctionBuilder builder) {
    if (builder == null) {
      throw new UnsupportedException(
          "a constant that is computed from the addresses of objects is not supported here");
    }
    return builder;
  }
}
