/**
 * Programs without loops and calls: each thread as a list of steps with conditions, in which every
 * register is a term. Calls are inlined and loops unrolled as the program is evaluated, so that
 * what is known decides how far a loop goes.
 */
package dev.heddle.symbolic.unroll;
