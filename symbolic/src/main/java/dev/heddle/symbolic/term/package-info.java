/** Bit-vector and Boolean terms: each exists once, and what is constant is computed at once. */
package dev.heddle.symbolic.term;
