package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * How strings of libstdc++ copy characters: by {@code memcpy}, which takes several at once. Readers
 * take them one by one, and weak memory models have no meaning for accesses of several sizes to the
 * same bytes; so copying goes by characters, too.
 */
final class CharacterTraits {
  private static final Map<String, String> MODELS =
      Map.of(
          "_ZNSt11char_traitsIcE4copyEPcPKcm", "__heddle_copy_text",
          "_ZNSt11char_traitsIcE4moveEPcPKcm", "__heddle_move_text",
          "_ZNSt11char_traitsIcE6assignEPcmc", "__heddle_fill_text");

  private CharacterTraits() {}

  static boolean isModelled(LLVMValueRef function) {
    return LLVMIsAFunction(function) != null && MODELS.containsKey(NativeText.nameOf(function));
  }

  /** The function of the runtime library to call instead. */
  static String model(LLVMValueRef function) {
    return MODELS.get(NativeText.nameOf(function));
  }
}
