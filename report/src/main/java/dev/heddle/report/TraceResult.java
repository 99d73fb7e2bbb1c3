package dev.heddle.report;

/**
 * What came of one recorded execution.
 *
 * @param cost the front end is the reading of the trace, the exploration is the check
 */
public record TraceResult(String file, String model, TraceConclusion conclusion, Cost cost) {}
