package dev.heddle.explore.readsfrom;

/**
 * A part of an exploration that anybody can take up: τ″ and one of its schedules.
 *
 * @param prefix τ″, with the branchings of its events
 */
record Part(Trace prefix, Branching branching, Schedule schedule) {}
