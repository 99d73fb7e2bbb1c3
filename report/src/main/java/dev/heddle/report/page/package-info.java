/**
 * Results as a page for a browser. What it shows is the JSON of {@link
 * dev.heddle.report.JsonReport} and the sources; how it does is in the scripts beside this package.
 */
package dev.heddle.report.page;
