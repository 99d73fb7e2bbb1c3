/**
 * Litmus tests in C under the explorers of programs. {@link
 * dev.heddle.explore.litmus.LitmusProgram} makes a program of a test, any {@link
 * dev.heddle.explore.Exploration} explores it, and {@link
 * dev.heddle.explore.litmus.ExploredLitmusRun} collects the final states.
 */
package dev.heddle.explore.litmus;
