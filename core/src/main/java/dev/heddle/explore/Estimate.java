package dev.heddle.explore;

/**
 * How large a search probably is.
 *
 * @param share how much of the search tree has been explored, between 0 and 1
 * @param executions how many there probably are in all
 * @param low the least that was expected since half of them were explored
 * @param high the most that was expected since then
 */
public record Estimate(double share, long executions, long low, long high) {}
