/** How fast the consistency checkers are, and how they scale. */
package dev.heddle.bench.consistency;
