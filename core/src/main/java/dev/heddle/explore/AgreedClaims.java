package dev.heddle.explore;

import dev.heddle.machine.Code;

/** Lets all searches of a program find out together whether what is claimed in it is true. */
public final class AgreedClaims {
  private Code first;

  /** The code of a search, with what the others know. */
  public synchronized Code of(Code code) {
    if (first == null) {
      first = code;
    }
    code.shareClaims(first);
    return code;
  }
}
