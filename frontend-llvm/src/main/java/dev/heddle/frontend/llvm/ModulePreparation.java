package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.function.Predicate;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMAttributeRef;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMBuilderRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMPassBuilderOptionsRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Moves local variables from memory to registers and simplifies control flow, with LLVM's passes.
 *
 * <p>The passes must leave alone each access to memory that another thread could see: a load whose
 * result is unused can still race, and a store that another one overwrites can still be read in
 * between. LLVM does not touch volatile accesses, so such accesses become volatile first; the
 * translation afterwards does not look at that mark. Local variables are exempt until they have had
 * their chance to become registers, as that concerns only variables whose address goes nowhere.
 * Promises such as {@code __attribute__((pure))} are forgotten, for the same reason. What is
 * undefined in C is protected by {@link UndefinedBehaviour}.
 */
final class ModulePreparation {
  private static final String SIMPLIFICATION =
      "simplifycfg<bonus-inst-threshold=0;no-forward-switch-cond;no-switch-range-to-icmp;"
          + "no-switch-to-lookup;keep-loops;no-hoist-common-insts;no-sink-common-insts;"
          + "no-speculate-blocks;simplify-cond-branch>,early-cse,dce";

  /** Changes when the preparation does. */
  static final String FINGERPRINT = "5-" + Integer.toHexString(SIMPLIFICATION.hashCode());

  private static final int MAX_BLOCKS = 5000;

  /** LLVM's index for the attributes of a function itself. */
  private static final int FUNCTION = -1;

  private final LLVMModuleRef module;
  private final String simplification;
  private final LLVMContextRef context;
  private final int memoryPromise = attribute("memory");

  private ModulePreparation(LLVMModuleRef module, String simplification) {
    this.module = module;
    this.simplification = simplification;
    this.context = LLVMGetModuleContext(module);
  }

  static void verify(LLVMModuleRef module) {
    PointerPointer<BytePointer> message = new PointerPointer<>(1);
    boolean isBroken = LLVMVerifyModule(module, LLVMReturnStatusAction, message) != 0;
    String reason = NativeText.taken(message.get(BytePointer.class, 0));
    message.deallocate();
    if (isBroken) {
      throw new UnsupportedException("is not valid LLVM code: " + reason.strip());
    }
  }

  /**
   * Prepares a module.
   *
   * @param isLibrary which functions are not the user's
   * @param keepsDependencies whether what an instruction depends on must stay, even where the
   *     numbers do not matter, as in {@code x ^ x}: then control flow and arithmetic stay as they
   *     are
   */
  static void prepare(
      LLVMModuleRef module,
      Layout layout,
      Predicate<LLVMValueRef> isLibrary,
      boolean keepsDependencies) {
    String simplification = keepsDependencies ? "dce" : SIMPLIFICATION;
    boolean isCpp = LibraryInlining.isCpp(module);
    if (isCpp) {
      LibraryInlining.mark(module, isLibrary);
      runOnModule(module, "always-inline,globaldce");
      LibraryInlining.markNotThrowing(module);
    }
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    try {
      new ModulePreparation(module, simplification)
          .run(
              new UndefinedBehaviour(module, layout, builder),
              new StructCopies(module, layout, builder));
      if (isCpp && !keepsDependencies) {
        // Which order an atomic access has is known only now.
        runOnModule(module, "function(instsimplify," + SIMPLIFICATION + ")");
      }
    } finally {
      LLVMDisposeBuilder(builder);
    }
  }

  private void run(UndefinedBehaviour undefined, StructCopies copies) {
    for (LLVMValueRef function = LLVMGetFirstFunction(module);
        function != null;
        function = LLVMGetNextFunction(function)) {
      forgetPromises(function);
    }
    visitInstructions(Phase.PROMOTION, undefined, copies);
    UninitializedLocals.mark(module);
    run("mem2reg");
    visitInstructions(Phase.SPLITTING, undefined, copies);
    run("sroa<preserve-cfg>");
    visitInstructions(Phase.SIMPLIFICATION, undefined, copies);
    for (LLVMValueRef function = LLVMGetFirstFunction(module);
        function != null;
        function = LLVMGetNextFunction(function)) {
      leaveIfHuge(function);
    }
    run(simplification);
  }

  private void run(String passes) {
    runOnModule(module, "function(" + passes + ")");
  }

  private static void runOnModule(LLVMModuleRef module, String passes) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, null, options);
    LLVMDisposePassBuilderOptions(options);
    if (error != null) {
      throw new IllegalStateException(passes + ": " + NativeText.of(LLVMGetErrorMessage(error)));
    }
  }

  /** What the instructions are to be protected from next. */
  private enum Phase {
    PROMOTION,
    SPLITTING,
    SIMPLIFICATION
  }

  private void visitInstructions(Phase phase, UndefinedBehaviour undefined, StructCopies copies) {
    for (LLVMValueRef function = LLVMGetFirstFunction(module);
        function != null;
        function = LLVMGetNextFunction(function)) {
      for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
          block != null;
          block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef instruction = LLVMGetFirstInstruction(block);
        while (instruction != null) {
          // The visit may replace the instruction and put others before it.
          LLVMValueRef next = LLVMGetNextInstruction(instruction);
          switch (phase) {
            case PROMOTION -> {
              protect(instruction, false);
              undefined.hideDivision(instruction);
              if (isCopyToLocal(instruction)) {
                copies.split(instruction);
              }
            }
            case SPLITTING -> undefined.keepOutOfBounds(instruction);
            case SIMPLIFICATION -> protect(instruction, true);
          }
          instruction = next;
        }
      }
    }
  }

  private static int attribute(String name) {
    return LLVMGetEnumAttributeKindForName(name, name.length());
  }

  /** Two calls could become one because of what a function promises about memory. */
  private void forgetPromises(LLVMValueRef function) {
    if (LLVMGetIntrinsicID(function) != 0) {
      return;
    }
    LLVMRemoveEnumAttributeAtIndex(function, FUNCTION, memoryPromise);
    int nullIsValid = attribute("null_pointer_is_valid");
    LLVMAddAttributeAtIndex(function, FUNCTION, LLVMCreateEnumAttribute(context, nullIsValid, 0));
  }

  /**
   * Merging blocks takes LLVM time that grows with the square of their number where they all lead
   * to one, as the cases of a switch do; a function with very many stays as it is written.
   */
  private void leaveIfHuge(LLVMValueRef function) {
    if (LLVMCountBasicBlocks(function) > MAX_BLOCKS) {
      for (String name : new String[] {"optnone", "noinline"}) {
        LLVMAttributeRef attribute = LLVMCreateEnumAttribute(context, attribute(name), 0);
        LLVMAddAttributeAtIndex(function, FUNCTION, attribute);
      }
    }
  }

  private void protect(LLVMValueRef instruction, boolean locals) {
    switch (LLVMGetInstructionOpcode(instruction)) {
      case LLVMLoad, LLVMAtomicRMW, LLVMAtomicCmpXchg -> {
        if (locals || !isLocal(LLVMGetOperand(instruction, 0))) {
          LLVMSetVolatile(instruction, 1);
        }
      }
      case LLVMStore -> {
        if (locals || !isLocal(LLVMGetOperand(instruction, 1))) {
          LLVMSetVolatile(instruction, 1);
        }
      }
      case LLVMCall, LLVMInvoke -> {
        LLVMRemoveCallSiteEnumAttribute(instruction, FUNCTION, memoryPromise);
        if (LLVMIsAMemIntrinsic(instruction) != null && (locals || !isLocalTransfer(instruction))) {
          LLVMValueRef flag = LLVMGetOperand(instruction, 3);
          LLVMSetOperand(instruction, 3, LLVMConstInt(LLVMTypeOf(flag), 1, 0));
        }
      }
      default -> {}
    }
  }

  private static boolean isCopyToLocal(LLVMValueRef instruction) {
    return LLVMIsAMemCpyInst(instruction) != null
        && isLocal(LLVMGetOperand(instruction, 0))
        && !isLocal(LLVMGetOperand(instruction, 1));
  }

  private static boolean isLocalTransfer(LLVMValueRef call) {
    return isLocal(LLVMGetOperand(call, 0))
        && (LLVMIsAMemSetInst(call) != null || isLocal(LLVMGetOperand(call, 1)));
  }

  /** Whether an address is certainly inside a local variable or one that nobody can write. */
  private static boolean isLocal(LLVMValueRef address) {
    LLVMValueRef base = address;
    while (LLVMIsAGetElementPtrInst(base) != null || LLVMIsACastInst(base) != null) {
      base = LLVMGetOperand(base, 0);
    }
    return LLVMIsAAllocaInst(base) != null
        || (LLVMIsAGlobalVariable(base) != null && LLVMIsGlobalConstant(base) != 0);
  }
}
