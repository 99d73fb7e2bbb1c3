package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Finds uses of local variables that have no value yet. Variables that LLVM moves to registers
 * leave no memory that could be uninitialised, and LLVM would silently pick values for them. So
 * each gets a first value that LLVM does not know: {@code freeze poison}. What is left of that
 * after the move is what a run may see. A value that may depend on it has a companion, which is 1
 * if it does not; the companion is asked for where the value decides something or leaves the
 * registers. What a struct contained that was copied to a local one has a companion, too: padding
 * and fields that nobody has set may be copied on, but not looked at.
 *
 * <p>A returned value is not asked about: C allows to leave a function without one as long as
 * nobody looks at it.
 */
final class UninitializedLocals {
  private static final Value DEFINED = Value.of(1);
  private static final Value UNDEFINED = Value.of(0);

  private final FunctionBuilder builder;
  private final PartialReads reads;

  /** The values that may be undefined. */
  private final Set<Long> suspects = new HashSet<>();

  private final Map<Long, Value> companions = new HashMap<>();

  UninitializedLocals(LLVMValueRef function, FunctionBuilder builder, PartialReads reads) {
    this.builder = builder;
    this.reads = reads;
    boolean grown = spread(function);
    while (grown) {
      grown = spread(function);
    }
  }

  // ---- Before LLVM moves variables ------------------------------------------------------------

  /** Gives a first value to each variable that will be moved. */
  static void mark(LLVMModuleRef module) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMBuilderRef inserter = LLVMCreateBuilderInContext(context);
    for (LLVMValueRef function = LLVMGetFirstFunction(module);
        function != null;
        function = LLVMGetNextFunction(function)) {
      if (LLVMIsDeclaration(function) == 0) {
        markLocals(LLVMGetEntryBasicBlock(function), inserter);
      }
    }
    LLVMDisposeBuilder(inserter);
  }

  private static void markLocals(LLVMBasicBlockRef entry, LLVMBuilderRef inserter) {
    for (LLVMValueRef instruction = LLVMGetFirstInstruction(entry);
        instruction != null;
        instruction = LLVMGetNextInstruction(instruction)) {
      if (LLVMIsAAllocaInst(instruction) != null && isMovable(instruction)) {
        LLVMPositionBuilderBefore(inserter, LLVMGetNextInstruction(instruction));
        LLVMTypeRef type = LLVMGetAllocatedType(instruction);
        LLVMValueRef first = LLVMBuildFreeze(inserter, LLVMGetPoison(type), "undefined");
        LLVMBuildStore(inserter, first, instruction);
      }
    }
  }

  /** Whether a variable is a single number that is only read and written. */
  private static boolean isMovable(LLVMValueRef variable) {
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    switch (LLVMGetTypeKind(type)) {
      case LLVMIntegerTypeKind, LLVMPointerTypeKind, LLVMFloatTypeKind, LLVMDoubleTypeKind -> {}
      default -> {
        return false;
      }
    }
    if (LLVMIsAConstantInt(LLVMGetOperand(variable, 0)) == null) {
      return false;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use != null; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      boolean isRead =
          LLVMIsALoadInst(user) != null
              && LLVMTypeOf(user).address() == type.address()
              && LLVMGetVolatile(user) == 0;
      boolean isWritten =
          LLVMIsAStoreInst(user) != null
              && LLVMGetOperand(user, 1).address() == variable.address()
              && LLVMGetOperand(user, 0).address() != variable.address()
              && LLVMTypeOf(LLVMGetOperand(user, 0)).address() == type.address()
              && LLVMGetVolatile(user) == 0;
      if (!isRead && !isWritten) {
        return false;
      }
    }
    return true;
  }

  // ---- Which values may be undefined ----------------------------------------------------------

  private boolean spread(LLVMValueRef function) {
    int before = suspects.size();
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
        block != null;
        block = LLVMGetNextBasicBlock(block)) {
      for (LLVMValueRef instruction = LLVMGetFirstInstruction(block);
          instruction != null;
          instruction = LLVMGetNextInstruction(instruction)) {
        if (isMark(instruction)
            || reads.isPartOfCopy(instruction)
            || (computes(instruction) && hasSuspect(instruction))) {
          suspects.add(instruction.address());
        }
      }
    }
    return suspects.size() != before;
  }

  private static boolean isMark(LLVMValueRef instruction) {
    return LLVMIsAFreezeInst(instruction) != null
        && LLVMIsUndef(LLVMGetOperand(instruction, 0)) != 0;
  }

  /** Whether an instruction only makes a value of others, whatever they are. */
  private static boolean computes(LLVMValueRef instruction) {
    return switch (LLVMGetInstructionOpcode(instruction)) {
      case LLVMPHI,
          LLVMSelect,
          LLVMICmp,
          LLVMFCmp,
          LLVMFNeg,
          LLVMAdd,
          LLVMSub,
          LLVMMul,
          LLVMShl,
          LLVMLShr,
          LLVMAShr,
          LLVMAnd,
          LLVMOr,
          LLVMXor,
          LLVMFAdd,
          LLVMFSub,
          LLVMFMul,
          LLVMFDiv,
          LLVMTrunc,
          LLVMZExt,
          LLVMSExt,
          LLVMFPToSI,
          LLVMFPToUI,
          LLVMSIToFP,
          LLVMUIToFP,
          LLVMFPTrunc,
          LLVMFPExt,
          LLVMBitCast,
          LLVMPtrToInt,
          LLVMIntToPtr ->
          true;
      default -> false;
    };
  }

  private boolean hasSuspect(LLVMValueRef instruction) {
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
      if (suspects.contains(LLVMGetOperand(instruction, i).address())) {
        return true;
      }
    }
    return false;
  }

  boolean isSuspect(LLVMValueRef value) {
    return !suspects.isEmpty() && suspects.contains(value.address());
  }

  // ---- Companions and checks ------------------------------------------------------------------

  /** The companion of a value: 1 if it is defined. */
  Value companion(LLVMValueRef value) {
    return isSuspect(value) ? companions.get(value.address()) : DEFINED;
  }

  /** Makes the companion of a phi, whose values the caller completes. */
  Register companionOfPhi(LLVMValueRef phi) {
    Register companion = builder.newRegister();
    companions.put(phi.address(), companion);
    return companion;
  }

  /** To be called before an instruction is translated, except for phis. */
  void enter(LLVMValueRef instruction) {
    if (suspects.isEmpty()) {
      return;
    }
    if (isMark(instruction)) {
      companions.put(instruction.address(), UNDEFINED);
    } else if (LLVMIsAStoreInst(instruction) != null
        && reads.isPartOfCopy(LLVMGetOperand(instruction, 0))
        && LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic) {
      check(companion(LLVMGetOperand(instruction, 1)));
    } else if (LLVMIsALoadInst(instruction) != null) {
      check(companion(LLVMGetOperand(instruction, 0)));
    } else if (LLVMIsASelectInst(instruction) != null) {
      check(companion(LLVMGetOperand(instruction, 0)));
    } else if (isSuspect(instruction)) {
      companions.put(instruction.address(), combined(instruction));
    } else if (LLVMIsAReturnInst(instruction) == null) {
      for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        if (!isPartOfParameter(instruction, i)) {
          check(companion(LLVMGetOperand(instruction, i)));
        }
      }
    }
  }

  /** Whether a call hands on a part of a struct, which need not be set; Clang names it so. */
  private static boolean isPartOfParameter(LLVMValueRef call, int operand) {
    if (LLVMIsACallInst(call) == null && LLVMIsAInvokeInst(call) == null) {
      return false;
    }
    LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
    return callee != null
        && operand < LLVMCountParams(callee)
        && NativeText.nameOf(LLVMGetParam(callee, operand)).contains(".coerce");
  }

  private Value combined(LLVMValueRef instruction) {
    // LLVM puts fields together to one number: it is worth something if one of them is.
    boolean isOfFields = NativeText.nameOf(instruction).endsWith(".insert");
    Value decisive = isOfFields ? DEFINED : UNDEFINED;
    Value all = isOfFields ? UNDEFINED : DEFINED;
    Value neutral = all;
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
      Value one = companion(LLVMGetOperand(instruction, i));
      if (all.equals(neutral) || one.equals(decisive)) {
        all = one;
      } else if (!one.equals(neutral) && !all.equals(decisive)) {
        all = builder.binary(isOfFields ? BinaryOperator.OR : BinaryOperator.AND, 1, all, one);
      }
    }
    return all;
  }

  /**
   * Makes the companion of a part of a struct that has been read to be copied. The part may consist
   * of a field and padding; it is undefined if all of it is missing.
   *
   * @param missing its bytes that are not initialised
   */
  void copy(LLVMValueRef load, Value missing, int bytes) {
    if (isSuspect(load) && !PartialReads.isOnlyStored(load)) {
      Value all = Value.of((1L << bytes) - 1);
      companions.put(load.address(), builder.compare(Relation.NE, 8, missing, all));
    }
  }

  /** Makes the companion of a choice, whose condition has been translated. */
  void choose(LLVMValueRef select, Value condition) {
    if (isSuspect(select)) {
      Value ifTrue = companion(LLVMGetOperand(select, 1));
      Value ifFalse = companion(LLVMGetOperand(select, 2));
      companions.put(select.address(), builder.select(condition, ifTrue, ifFalse));
    }
  }

  private void check(Value companion) {
    if (companion.equals(DEFINED)) {
      return;
    }
    Instruction.Fail fail =
        new Instruction.Fail(
            FailureKind.UNINITIALIZED_READ,
            "use of a local variable that has no value yet",
            builder.location());
    if (companion.equals(UNDEFINED)) {
      builder.emit(fail);
      return;
    }
    int failing = builder.newBlock(builder.currentLabel() + ".undefined");
    int after = builder.newBlock(builder.currentLabel() + ".defined");
    builder.end(new Terminator.Branch(companion, after, failing, builder.location()));
    builder.continueAt(failing);
    builder.emit(fail);
    builder.end(new Terminator.Unreachable(builder.location()));
    builder.continueAt(after);
  }
}
