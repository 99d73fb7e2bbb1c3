/** Pictures of violating executions: threads as columns, time downwards, arrows between steps. */
package dev.heddle.report.drawing;
