/**
 * How a random run of a program goes on: {@link dev.heddle.explore.random.ThreadStrategy} says
 * which thread, {@link dev.heddle.explore.random.SourceStrategy} what a read reads from. Strategies
 * know neither programs nor memory models; they see numbers. A strategy is made for one run, and
 * decides by the random numbers it is given alone, so that a seed gives the same run each time.
 */
package dev.heddle.explore.random;
