package dev.heddle.symbolic.encode;

/**
 * How a program is encoded.
 *
 * @param basic whether the token can go from every access to every other, without reduction
 * @param leastContexts how often each thread gets the token at least
 * @param mostContexts how often it does at most; 0 for any number
 */
public record EncodingOptions(boolean basic, int leastContexts, int mostContexts) {
  public static final EncodingOptions USUAL = new EncodingOptions(false, 0, 0);

  public boolean boundsContexts() {
    return leastContexts > 0 || mostContexts > 0;
  }
}
