/**
 * Whether a trace is consistent: has an order in which every read sees the latest write. OOPSLA
 * 2019, section 5, on a {@link dev.heddle.explore.readsfrom.consistency.Cut}; {@link
 * dev.heddle.explore.readsfrom.consistency.WitnessSearch} puts the phases together.
 *
 * <ol>
 *   <li>P-I, {@link dev.heddle.explore.readsfrom.consistency.SaturatedHappensBefore}: rules R1 and
 *       R2 until nothing changes; a cycle says no. {@link
 *       dev.heddle.explore.readsfrom.consistency.SaturatedPrefix} keeps what a prefix brings.
 *   <li>P-II, {@code WitnessConstruction}: runs the events in a plausible order; if that works,
 *       yes.
 *   <li>P-III, {@code ConsistencyDecision}: a complete search over how far each thread is.
 * </ol>
 *
 * <p>A no comes with its reason ({@code Refutation}), which tests verify by other code.
 */
package dev.heddle.explore.readsfrom.consistency;
