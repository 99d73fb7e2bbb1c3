/**
 * Partial loop purity: finds the iterations of loops that do nothing, and keeps threads from making
 * them.
 */
package dev.heddle.transform.purity;
