package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.consistency.SaturatedHappensBefore;
import dev.heddle.explore.readsfrom.consistency.SaturatedPrefix;

/**
 * Saturates prefixes of the trace when a check needs them, on from shorter ones that are known. A
 * prefix stays with the {@link Schedules} behind it and goes with that. So that it stays for a
 * while, it is not the prefix that is asked for, but one halfway between that and what is known; if
 * then more than a quarter is unknown, another one.
 */
final class SaturatedPrefixes {
  private final Trace trace;
  private final CutBuilder builder;
  private final SaturatedHappensBefore saturation = new SaturatedHappensBefore();

  SaturatedPrefixes(Execution execution, Trace trace) {
    this.trace = trace;
    this.builder = new CutBuilder(execution);
  }

  /** What is known of the trace in front of some schedules, or of nothing if that is null. */
  SaturatedPrefix before(Schedules schedules) {
    if (schedules == null) {
      return SaturatedPrefix.EMPTY;
    }
    int base = schedules.base;
    int known = latest(base, true);
    SaturatedPrefix prefix = known < 0 ? SaturatedPrefix.EMPTY : trace.schedules(known).saturated;
    while (4 * (base - known) > base) {
      int halfway = latest((known + base + 1) / 2, false);
      if (halfway <= known) {
        return prefix;
      }
      prefix = extend(prefix, trace.schedules(halfway));
      trace.schedules(halfway).saturated = prefix;
      known = halfway;
    }
    return prefix;
  }

  /** The latest place of the trace up to one that has schedules, or a prefix, too; or -1. */
  private int latest(int upTo, boolean saturated) {
    int place = upTo;
    while (place >= 0
        && (trace.schedules(place) == null
            || (saturated && trace.schedules(place).saturated == null))) {
      place--;
    }
    return place;
  }

  private SaturatedPrefix extend(SaturatedPrefix shorter, Schedules schedules) {
    builder.wantPrefix(schedules);
    builder.take(0, 0);
    builder.seal();
    saturation.start(builder.cut, shorter);
    if (!saturation.saturate(0)) {
      throw new AssertionError("a prefix of the trace has no witness");
    }
    return saturation.prefix();
  }
}
