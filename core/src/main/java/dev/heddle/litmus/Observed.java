package dev.heddle.litmus;

/** Something whose final value a test looks at. */
public sealed interface Observed {
  /**
   * @param text how the test writes it
   */
  record FinalRegister(int thread, int register, String text) implements Observed {}

  /** An element of an object. */
  record FinalMemory(int object, int element, String text) implements Observed {}

  String text();
}
