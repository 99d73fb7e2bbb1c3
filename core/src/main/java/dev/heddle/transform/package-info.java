/** Transformations of programs, one a file: each takes a program and gives another. */
package dev.heddle.transform;
