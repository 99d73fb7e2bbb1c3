/**
 * Runs programs. A thread runs from one visible operation to the next; what happens in between is
 * local, depends only on what the thread has seen, and is therefore computed once for each history
 * of a thread ({@link dev.heddle.machine.ThreadGraph}). The {@link dev.heddle.machine.Machine}
 * performs visible operations on shared memory and takes them back.
 */
package dev.heddle.machine;
