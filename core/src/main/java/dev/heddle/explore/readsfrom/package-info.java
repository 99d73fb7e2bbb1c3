/** Exploration of one execution per reads-from class, and the test for consistency it rests on. */
package dev.heddle.explore.readsfrom;
