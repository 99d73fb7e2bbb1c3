package dev.heddle.explore.rsmc;

import dev.heddle.litmus.LitmusInstruction;
import java.util.Locale;

/** The fences of litmus tests, by the words that models have for them. */
final class LitmusFences {
  private LitmusFences() {}

  static void fetch(FetchPoint point, LitmusInstruction.Fence fence) {
    // POWER's models know each of its fences by two words, in large and in small letters.
    switch (fence.tags().iterator().next().toUpperCase(Locale.ROOT)) {
      case "SYNC", "DMB.SY", "DMB.ISH", "DMB.OSH", "DSB.SY", "DSB.ISH", "DSB.OSH" ->
          point.carry(Dependency.FULL_FENCE, Dependency.PO);
      case "LWSYNC" -> point.carry(Dependency.LIGHT_FENCE, Dependency.PO);
      case "DMB.LD", "DMB.ISHLD", "DMB.OSHLD", "DSB.LD", "DSB.ISHLD", "DSB.OSHLD" ->
          point.carry(Dependency.LOAD_FENCE, Dependency.PO);
      case "EIEIO", "DMB.ST", "DMB.ISHST", "DMB.OSHST", "DSB.ST", "DSB.ISHST", "DSB.OSHST" ->
          point.carry(Dependency.STORE_FENCE, Dependency.PO);
      case "ISYNC" -> point.carry(Dependency.CTRL_FENCE, Dependency.CTRL);
      case "ISB" -> ArmMapping.synchronizeInstructions(point);
      case "DMB.NSH", "DMB.NSHLD", "DMB.NSHST", "DSB.NSH", "DSB.NSHLD", "DSB.NSHST" -> {
        // Orders nothing that other processors see.
      }
      default -> throw new IllegalStateException("not a fence: " + fence);
    }
  }
}
