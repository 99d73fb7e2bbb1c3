package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMUseRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Makes C++ as simple as C before it is read. An access to an atomic object is a chain of small
 * functions of the library, each with local variables for its parameters: they become part of the
 * functions that call them, so that what is left is the access. Functions that cannot throw are
 * marked, so that nobody has to prepare for their exceptions.
 */
final class LibraryInlining {
  /** Larger functions stay functions; before local variables are moved, half of this is moves. */
  private static final int MAX_INSTRUCTIONS = 150;

  /** LLVM's index for the attributes of a function itself. */
  private static final int FUNCTION = -1;

  /** The functions of the C library that call back. */
  private static final Set<String> CALLING =
      Set.of("pthread_once", "call_once", "qsort", "qsort_r", "bsearch", "__once_proxy");

  private final LLVMModuleRef module;
  private final LLVMContextRef context;
  private final Set<Long> throwing = new HashSet<>();

  private LibraryInlining(LLVMModuleRef module) {
    this.module = module;
    this.context = LLVMGetModuleContext(module);
  }

  /** Whether a module comes from C++. */
  static boolean isCpp(LLVMModuleRef module) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != null; f = LLVMGetNextFunction(f)) {
      if (NativeText.nameOf(f).startsWith("_Z")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Marks what the passes that follow will inline.
   *
   * @param isLibrary which functions are not the user's
   */
  static void mark(LLVMModuleRef module, Predicate<LLVMValueRef> isLibrary) {
    LibraryInlining inlining = new LibraryInlining(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != null; f = LLVMGetNextFunction(f)) {
      if (LLVMIsDeclaration(f) == 0
          && isSmall(f)
          && isLibrary.test(f)
          && !SeveralLocks.is(f)
          && !CharacterTraits.isModelled(f)) {
        LLVMRemoveEnumAttributeAtIndex(f, FUNCTION, attribute("noinline"));
        inlining.add(f, "alwaysinline");
      }
    }
  }

  /** Marks the functions that never throw. */
  static void markNotThrowing(LLVMModuleRef module) {
    LibraryInlining inlining = new LibraryInlining(module);
    inlining.findThrowing();
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != null; f = LLVMGetNextFunction(f)) {
      if (!inlining.throwing.contains(f.address()) && LLVMGetIntrinsicID(f) == 0) {
        inlining.add(f, "nounwind");
      }
    }
  }

  private static int attribute(String name) {
    return LLVMGetEnumAttributeKindForName(name, name.length());
  }

  private void add(LLVMValueRef function, String name) {
    LLVMAddAttributeAtIndex(
        function, FUNCTION, LLVMCreateEnumAttribute(context, attribute(name), 0));
  }

  private static boolean isSmall(LLVMValueRef function) {
    int instructions = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
        b != null;
        b = LLVMGetNextBasicBlock(b)) {
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != null; i = LLVMGetNextInstruction(i)) {
        boolean callsItself = isCall(i) && LLVMGetCalledValue(i).address() == function.address();
        if (++instructions > MAX_INSTRUCTIONS || callsItself) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isCall(LLVMValueRef instruction) {
    return LLVMIsACallInst(instruction) != null || LLVMIsAInvokeInst(instruction) != null;
  }

  // ---- Which functions may throw ----------------------------------------------------------------

  /** Those that throw, and from there all callers that do not catch. */
  private void findThrowing() {
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != null; f = LLVMGetNextFunction(f)) {
      if (LLVMGetEnumAttributeAtIndex(f, FUNCTION, attribute("nounwind")) != null) {
        continue;
      }
      boolean throwsItself =
          LLVMIsDeclaration(f) != 0 ? declaredThrowing(NativeText.nameOf(f)) : resumes(f);
      if (throwsItself) {
        spread(f);
      }
    }
  }

  private void spread(LLVMValueRef function) {
    if (!throwing.add(function.address())) {
      return;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(function); use != null; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (LLVMIsACallInst(user) != null
          && LLVMGetCalledValue(user).address() == function.address()) {
        LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
        if (LLVMGetEnumAttributeAtIndex(caller, FUNCTION, attribute("nounwind")) == null) {
          spread(caller);
        }
      }
    }
  }

  private static boolean declaredThrowing(String name) {
    boolean allocates =
        name.startsWith("_Znw") || name.startsWith("_Zna") || name.startsWith("_Zd");
    return (name.startsWith("_Z") && !allocates)
        || (name.startsWith("__cxa") && (name.contains("throw") || name.contains("bad")))
        || CALLING.contains(name);
  }

  /** Whether a function hands exceptions on, or calls what is not known and may throw. */
  private static boolean resumes(LLVMValueRef function) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function);
        b != null;
        b = LLVMGetNextBasicBlock(b)) {
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != null; i = LLVMGetNextInstruction(i)) {
        boolean callsUnknown =
            LLVMIsACallInst(i) != null
                && LLVMIsAFunction(LLVMGetCalledValue(i)) == null
                && LLVMIsAInlineAsm(LLVMGetCalledValue(i)) == null
                && LLVMGetCallSiteEnumAttribute(i, FUNCTION, attribute("nounwind")) == null;
        if (callsUnknown || LLVMIsAResumeInst(i) != null) {
          return true;
        }
      }
    }
    return false;
  }
}
