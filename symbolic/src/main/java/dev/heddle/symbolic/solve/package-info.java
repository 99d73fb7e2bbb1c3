/** The only place that knows solvers: terms become formulas of JavaSMT, and models values. */
package dev.heddle.symbolic.solve;
