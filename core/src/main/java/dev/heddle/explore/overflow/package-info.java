/**
 * What an exploration has to remember however long it runs: keys of what has been found ({@link
 * dev.heddle.explore.overflow.KeySet}) and what is left to explore ({@link
 * dev.heddle.explore.overflow.Backlog}). Both may become larger than memory, so that beyond a
 * budget they go to a temporary file ({@link dev.heddle.explore.overflow.Overflow}).
 */
package dev.heddle.explore.overflow;
