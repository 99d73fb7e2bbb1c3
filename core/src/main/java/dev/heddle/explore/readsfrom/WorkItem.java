package dev.heddle.explore.readsfrom;

/**
 * A part of an exploration that anybody can take up: τ″ and one of its schedules.
 *
 * @param prefix τ″, with the schedules of its events
 */
record WorkItem(Trace prefix, Schedules schedules, Schedule schedule) {}
