/**
 * Concurrent programs in static single assignment form: functions made of basic blocks, global
 * memory objects, and typed operations that name their source lines. Everything here is immutable,
 * so that one program can be explored by several workers at once.
 */
package dev.heddle.program;
