/**
 * ReadsFrom-SMC: one execution per reads-from class, under sequential consistency. {@link
 * dev.heddle.explore.readsfrom.ReadsFromExploration} has the paper, what is guaranteed, and where
 * we deviate from it. Line numbers are those of its Algorithm 1.
 *
 * <p><b>The way of one changed source.</b>
 *
 * <ol>
 *   <li>{@code ReadsFromSearch} is the loop. It extends E to a complete execution (lines 2 and 3):
 *       the machine steps, {@code Execution} notes who reads from whom and what happens before what
 *       ({@code AccessChains}: who accessed which variable; {@code Fingerprints}: which pasts are
 *       equal), and {@code Trace} is τ′.
 *   <li>{@code NewSources} looks at each new event (lines 4 to 6): which unmarked reads could read
 *       from it, and from which writes it could read itself. Section 7 adds what could come in
 *       front of what: {@code RmwReversal}. Awaits that could wait for good: {@code BlockedAwaits}.
 *   <li>{@code SourceChange} takes such a pair (lines 7 to 9). {@code SchedulesByPrefix} finds
 *       schedules(τ″) in front of the read ({@code Schedules}) and whether the pair is new there
 *       ({@code ScheduleKey}, σ ≡ σ′ of line 11). {@code ChangedOperation} is the operation of the
 *       read, {@code SourceAssignment} what it is to read, {@code SummandSets} with which
 *       additions.
 *   <li>{@code GetWitness} says whether τ″ · σ is consistent (line 10). {@code CutBuilder} takes
 *       from the execution what is wanted, as a {@code Cut}, and {@link
 *       dev.heddle.explore.readsfrom.consistency} decides.
 *   <li>If it is, the witness becomes a {@code Schedule} ⟨σ, E″⟩ (line 11).
 *   <li>{@code ReadsFromSearch} goes back to the latest event that has a schedule left (lines 12 to
 *       15), and {@code ExecutionSwitch} leads the machine from E · Ê to E″.
 * </ol>
 *
 * <p><b>Not in the paper.</b> Only for speed, and can be switched off ({@link
 * dev.heddle.explore.readsfrom.Shortcut}): {@code Insertion}, {@code Postponement}, {@code
 * QuickRefutation} with their {@code Conflicts}, and {@code SaturatedPrefixes}. For awaits: {@code
 * BlockedAwaits}. For additions that nobody looks at: {@code Summands} and {@code SummandSets}. For
 * several threads: {@code Frontier} and {@code WorkItem}. For programs whose executions have no
 * reads-from relation between events: {@code Refusals} and {@link
 * dev.heddle.explore.readsfrom.NoReadsFromException}.
 */
package dev.heddle.explore.readsfrom;
