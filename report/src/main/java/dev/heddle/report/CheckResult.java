package dev.heddle.report;

/**
 * What the check of one input came to.
 *
 * @param file the input as the user named it
 * @param model the memory model's name on the command line
 * @param algorithm the algorithm that ran, never {@code auto}
 */
public record CheckResult(
    String file, String model, String algorithm, Conclusion conclusion, Cost cost) {}
