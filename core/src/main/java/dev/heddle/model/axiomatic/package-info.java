/**
 * Executions of litmus tests by candidates: every control-flow path, reads-from and coherence order
 * is tried, and a memory model given by relations says which candidates it allows. This is the slow
 * and obvious engine that the explorers are held against.
 */
package dev.heddle.model.axiomatic;
