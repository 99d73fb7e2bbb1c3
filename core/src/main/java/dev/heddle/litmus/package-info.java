/**
 * Litmus tests: a few threads of simple instructions, an initial state, and a question about final
 * states. One small instruction form serves every architecture; what an instruction means to a
 * memory model is a set of tags, the words that the models use for it.
 */
package dev.heddle.litmus;
