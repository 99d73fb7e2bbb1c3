package dev.heddle.explore.rsmc;

/** An access of a test lies between its cells, or beyond what the test declares. */
final class OddAddressException extends RuntimeException {
  private static final long serialVersionUID = 1;
}
