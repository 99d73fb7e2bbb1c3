package dev.heddle.transform.purity;

/**
 * A place in a function: right behind an instruction of a block, or behind the phis if {@code
 * index} is -1.
 */
record Point(int block, int index) {}
