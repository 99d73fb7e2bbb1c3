package dev.heddle.explore.readsfrom;

/**
 * Accesses that are not sequentially consistent conflict and are not ordered: under weak models the
 * program may have other executions than on one memory.
 */
public final class NotSequentialException extends RuntimeException {
  NotSequentialException() {
    super(null, null, false, false);
  }
}
