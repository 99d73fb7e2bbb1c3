/**
 * What comes out of a check: {@link dev.heddle.verdict.Outcome}, a {@link
 * dev.heddle.verdict.Verdict}, how many executions there were, and each {@link
 * dev.heddle.verdict.Violation} as data. Nothing here knows how it was found or is shown.
 */
package dev.heddle.verdict;
