/**
 * Executions under hardware models that commit out of program order: an execution model derived
 * from axioms, and its exploration by RSMC. After P. A. Abdulla, M. F. Atig, B. Jonsson, C.
 * Leonardsson: Stateless Model Checking for POWER, CAV 2016.
 */
package dev.heddle.explore.rsmc;
