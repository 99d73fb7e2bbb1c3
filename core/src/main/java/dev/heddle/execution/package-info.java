/**
 * What can be said of one execution by looking at it ({@link dev.heddle.machine.ExecutionView}),
 * whatever found it: what goes wrong ({@link dev.heddle.execution.FailureDetection}), what threads
 * wait for, which memory is lost, and what leads to it again ({@link
 * dev.heddle.execution.ReplaySchedule}).
 */
package dev.heddle.execution;
