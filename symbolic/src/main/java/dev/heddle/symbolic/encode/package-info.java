/**
 * Formulas for unrolled programs: threads that know nothing of each other, and the token with which
 * the content of shared memory goes from one to the next.
 */
package dev.heddle.symbolic.encode;
