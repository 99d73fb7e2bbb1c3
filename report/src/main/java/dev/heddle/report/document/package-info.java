/**
 * Documents for other tools: each tells of a whole run in one file, in a form that somebody else
 * has defined.
 */
package dev.heddle.report.document;
