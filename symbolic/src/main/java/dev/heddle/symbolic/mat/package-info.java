/**
 * Which context switches a symbolic check needs: mutually atomic transactions, and the pairs of
 * accesses between which threads pass the token. A pure algorithm on graphs; it knows nothing of
 * programs or solvers.
 */
package dev.heddle.symbolic.mat;
