/**
 * Checks in a browser, for one user on one machine. A request has to show a secret and to come from
 * our own page; a program is checked in a process of its own, within limits, and sees no file but
 * itself and Heddle's headers.
 */
package dev.heddle.serve;
