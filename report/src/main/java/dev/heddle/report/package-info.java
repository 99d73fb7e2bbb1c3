/**
 * Verdicts for people and for scripts. Nothing here decides anything: a report only shows what a
 * check came to, so that every output format says the same.
 */
package dev.heddle.report;
