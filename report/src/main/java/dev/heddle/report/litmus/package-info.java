/** Shows what memory models say about litmus tests: as herd does, and as JSON. */
package dev.heddle.report.litmus;
