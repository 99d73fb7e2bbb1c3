/**
 * The {@code heddle} command, one class per subcommand. This is the only place that reads options
 * and the environment, and the only one that chooses which front end and which algorithm run.
 */
package dev.heddle.cli;
