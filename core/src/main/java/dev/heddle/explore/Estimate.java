package dev.heddle.explore;

/**
 * How large a search probably is.
 *
 * @param share how much of the search tree has been explored, between 0 and 1
 * @param executions how many there probably are in all
 * @param low the least that was expected since half as many were explored, or will be if estimates
 *     go on to move as since then
 * @param high the most, likewise
 */
public record Estimate(double share, long executions, long low, long high) {}
