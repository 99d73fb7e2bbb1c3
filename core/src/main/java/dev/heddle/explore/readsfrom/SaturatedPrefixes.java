package dev.heddle.explore.readsfrom;

/**
 * Saturates prefixes of the trace when a check needs them, on from shorter ones that are known. A
 * prefix is saturated if more than a quarter of it is new: so most of a cut is always known, a step
 * of the exploration mostly saturates nothing, and what is kept along the trace is of the size of
 * one trace, since each prefix is longer than the one before by a factor.
 */
final class SaturatedPrefixes {
  private final Trace trace;
  private final CutBuilder builder;
  private final Saturation saturation = new Saturation();

  SaturatedPrefixes(Execution execution, Trace trace) {
    this.trace = trace;
    this.builder = new CutBuilder(execution);
  }

  /** What is to be known of a cut that begins with all in front of a branching. */
  SaturatedPrefix before(Branching branching) {
    SaturatedPrefix known = longest(branching.base);
    if (branching.saturated == null && 4 * (branching.base - known.size()) > branching.base) {
      known = extend(known, branching);
      branching.saturated = known;
    }
    return known;
  }

  private SaturatedPrefix longest(int base) {
    for (int place = base; place >= 0; place--) {
      Branching behind = trace.branching(place);
      if (behind != null && behind.saturated != null) {
        return behind.saturated;
      }
    }
    return SaturatedPrefix.EMPTY;
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
