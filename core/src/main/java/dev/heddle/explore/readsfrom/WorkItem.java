package dev.heddle.explore.readsfrom;

/**
 * A part of an exploration that anybody can take up: τ″ and one of its schedules, or all that is
 * scheduled along a trace.
 *
 * @param prefix τ″, with the schedules of its events
 * @param schedules those behind τ″; null for all along it
 * @param schedule the one to explore; null for all along τ″
 */
record WorkItem(Trace prefix, Schedules schedules, Schedule schedule) {}
