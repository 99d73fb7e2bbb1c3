/**
 * Which executions of a program are looked at. {@link dev.heddle.explore.Exploration} is the seam
 * that all algorithms share, {@link dev.heddle.explore.Tally} counts, judges and keeps limits for
 * them.
 *
 * <p>Here stand those that need no package of their own: {@link
 * dev.heddle.explore.NaiveExploration}, all interleavings, and {@link
 * dev.heddle.explore.OptimalExploration}, one per Mazurkiewicz trace, with what it is made of:
 * {@link dev.heddle.explore.HappensBefore}, {@link dev.heddle.explore.RaceList}, {@link
 * dev.heddle.explore.Reversal}, {@link dev.heddle.explore.SleepSets} and {@link
 * dev.heddle.explore.WakeupTrees}. The others are in the packages below.
 */
package dev.heddle.explore;
