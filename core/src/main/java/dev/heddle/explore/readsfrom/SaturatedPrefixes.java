package dev.heddle.explore.readsfrom;

/**
 * Saturates prefixes of the trace when a check needs them, on from shorter ones that are known. A
 * prefix stays with the {@link Branching} behind it and goes with that. So that it stays for a
 * while, it is not the prefix that is asked for, but one halfway between that and what is known; if
 * then more than a quarter is unknown, another one.
 */
final class SaturatedPrefixes {
  private final Trace trace;
  private final CutBuilder builder;
  private final Saturation saturation = new Saturation();

  SaturatedPrefixes(Execution execution, Trace trace) {
    this.trace = trace;
    this.builder = new CutBuilder(execution);
  }

  /** What is known of the trace in front of a branching, or of nothing if that is null. */
  SaturatedPrefix before(Branching branching) {
    if (branching == null) {
      return SaturatedPrefix.EMPTY;
    }
    int base = branching.base;
    int known = latest(base, true);
    SaturatedPrefix prefix = known < 0 ? SaturatedPrefix.EMPTY : trace.branching(known).saturated;
    while (4 * (base - known) > base) {
      int halfway = latest((known + base + 1) / 2, false);
      if (halfway <= known) {
        return prefix;
      }
      prefix = extend(prefix, trace.branching(halfway));
      trace.branching(halfway).saturated = prefix;
      known = halfway;
    }
    return prefix;
  }

  /** The latest place of the trace up to one that has a branching, or a prefix, too; or -1. */
  private int latest(int upTo, boolean saturated) {
    int place = upTo;
    while (place >= 0
        && (trace.branching(place) == null
            || (saturated && trace.branching(place).saturated == null))) {
      place--;
    }
    return place;
  }

  private SaturatedPrefix extend(SaturatedPrefix shorter, Branching branching) {
    builder.wantPrefix(branching);
    builder.take(0, 0);
    builder.seal();
    saturation.start(builder.cut, shorter);
    if (!saturation.saturate(0)) {
      throw new AssertionError("a prefix of the trace has no witness");
    }
    return saturation.prefix();
  }
}
