/**
 * The benchmark programs, the numbers that others published for them, and what measuring both
 * needs. Which tool runs how is decided by the command.
 */
package dev.heddle.bench;
