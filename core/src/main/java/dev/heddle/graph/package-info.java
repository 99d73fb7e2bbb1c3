/**
 * Recorded executions: events, program order and reads-from in primitive arrays, the text and
 * binary forms they are read from and written to, and a generator of synthetic ones.
 */
package dev.heddle.graph;
