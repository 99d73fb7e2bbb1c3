package dev.heddle.symbolic.mat;

/**
 * Two transactions {@code firstI … lastI} and {@code firstJ … lastJ} of different threads in which
 * only the last accesses depend on each other, so that it only matters which of the two
 * transactions goes first.
 */
public record Mat(int firstI, int lastI, int firstJ, int lastJ) {}
