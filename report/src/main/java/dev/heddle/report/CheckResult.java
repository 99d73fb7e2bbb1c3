package dev.heddle.report;

import dev.heddle.transform.purity.LoopFinding;
import java.util.List;
import java.util.Locale;

/**
 * What the check of one input came to.
 *
 * @param file the input as the user named it
 * @param model the memory model's name on the command line
 * @param algorithm the algorithm that ran, never {@code auto}
 * @param assumptions what was assumed about the world that the program runs in
 * @param loops what was found out about the loops of the program
 */
public record CheckResult(
    String file,
    String model,
    String algorithm,
    Conclusion conclusion,
    Cost cost,
    List<String> assumptions,
    List<LoopFinding> loops) {
  public CheckResult {
    assumptions = List.copyOf(assumptions);
    loops = List.copyOf(loops);
  }

  /** The model as sentences have it: a name in capitals, or a file as it is. */
  String modelTitle() {
    return model.endsWith(".cat") ? model : model.toUpperCase(Locale.ROOT);
  }
}
