/**
 * Reads litmus tests in the format of herd for C, PPC, X86, AArch64 and RISCV: an ANTLR grammar for
 * the text, and a visitor per architecture that turns instructions into Heddle's.
 */
package dev.heddle.frontend.litmus;
