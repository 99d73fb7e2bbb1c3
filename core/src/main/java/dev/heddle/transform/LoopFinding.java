package dev.heddle.transform;

import dev.heddle.program.Location;

/**
 * What was found out about a loop, for people.
 *
 * @param location where the loop begins
 * @param isPure whether some of its iterations do nothing and are left out
 * @param text when that is so, or why no iteration is
 */
public record LoopFinding(Location location, boolean isPure, String text) {}
