package dev.heddle.report;

/**
 * What a check took.
 *
 * @param total nanoseconds for the input, from the first look at it to its conclusion
 * @param frontend nanoseconds to turn the input into a program
 * @param exploration nanoseconds to explore the program
 * @param peakMemoryMiB the most memory that the process held up to the end of this check
 */
public record Cost(long total, long frontend, long exploration, long peakMemoryMiB) {}
