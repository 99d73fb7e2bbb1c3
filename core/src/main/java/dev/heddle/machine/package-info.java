/**
 * Runs programs. A thread runs from one visible operation to the next; what happens in between is
 * local, depends only on what the thread has seen, and is therefore computed once for each history
 * of a thread ({@link dev.heddle.machine.ThreadGraph}). The {@link dev.heddle.machine.Machine}
 * performs visible operations on shared memory and takes them back.
 *
 * <p><b>Executions as data.</b> {@link dev.heddle.machine.ExecutionView} is what all others see of
 * an execution. The machine is one; whoever has executions of another kind implements it, too, and
 * they can be counted, judged, told and saved:
 *
 * <ul>
 *   <li>Events have places, which are an order for telling, and numbers. The order respects
 *       threads, starts and joins, and reads come behind their sources.
 *   <li>An event is its operation ({@link dev.heddle.machine.ThreadNode}: kind, address, bytes,
 *       numbers), what it gave its thread ({@code observed}), what it left in memory ({@code
 *       written}), and where its value is from, byte by byte ({@code source}): an event, what was
 *       there before the first one, or nothing.
 *   <li>Each thread stands somewhere at the end: in front of an operation, for which it may have to
 *       wait, or at its end, which may be a failure.
 *   <li>Objects and their content are those at the end ({@link dev.heddle.machine.MemoryView}).
 *       Where there is no single memory, the content is what the last write of each location in
 *       coherence order left.
 * </ul>
 */
package dev.heddle.machine;
