package dev.heddle.symbolic.encode;

/**
 * How a program is encoded.
 *
 * @param basic whether the token can go from every access to every other, without reduction
 * @param leastContexts how often each thread gets the token at least
 * @param mostContexts how often it does at most; 0 for any number
 * @param races whether data races are violations
 */
public record EncodingOptions(boolean basic, int leastContexts, int mostContexts, boolean races) {
  public static final EncodingOptions USUAL = new EncodingOptions(false, 0, 0);

  /** Without looking for data races. */
  public EncodingOptions(boolean basic, int leastContexts, int mostContexts) {
    this(basic, leastContexts, mostContexts, false);
  }

  public EncodingOptions withRaces() {
    return new EncodingOptions(basic, leastContexts, mostContexts, true);
  }

  public boolean boundsContexts() {
    return leastContexts > 0 || mostContexts > 0;
  }
}
