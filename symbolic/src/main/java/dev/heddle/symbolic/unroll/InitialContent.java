package dev.heddle.symbolic.unroll;

import dev.heddle.program.Global;
import dev.heddle.program.Value;

/** What stands in memory objects at first. */
public final class InitialContent {
  private final ObjectTable objects;

  InitialContent(ObjectTable objects) {
    this.objects = objects;
  }

  /** A byte of an object, 0 if it is not initialised. */
  public long byteAt(MemoryObject object, int offset) {
    Global global = object.global();
    if (global == null) {
      return 0;
    }
    for (Global.Relocation relocation : global.relocations()) {
      int inside = offset - relocation.offset();
      if (inside >= 0 && inside < 8) {
        long address =
            relocation.target() instanceof Value.Constant constant
                ? constant.bits()
                : objects.addressOf(relocation.target());
        return (address >>> (8 * inside)) & 0xff;
      }
    }
    return global.bytes()[offset] & 0xff;
  }
}
