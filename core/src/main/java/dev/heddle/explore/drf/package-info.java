/** Programs without data races, which have the executions of one memory under weak models, too. */
package dev.heddle.explore.drf;
