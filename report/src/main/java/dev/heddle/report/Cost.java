package dev.heddle.report;

/**
 * What a check took.
 *
 * @param total nanoseconds for the input, from the first look at it to its conclusion
 * @param frontend nanoseconds to turn the input into a program
 * @param exploration nanoseconds to explore the program
 * @param peakMemoryMiB the most memory that the process held up to the end of this check
 * @param temporaryFileMiB how long the file became for what did not fit into memory; 0 for none
 */
public record Cost(
    long total, long frontend, long exploration, long peakMemoryMiB, long temporaryFileMiB) {
  public Cost(long total, long frontend, long exploration, long peakMemoryMiB) {
    this(total, frontend, exploration, peakMemoryMiB, 0);
  }
}
