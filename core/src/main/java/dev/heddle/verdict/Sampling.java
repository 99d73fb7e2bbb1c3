package dev.heddle.verdict;

import java.util.List;

/**
 * What random runs of a program came to.
 *
 * @param seed of the first run; each further run has the next number
 * @param runs all of them, in whatever way they ended
 * @param cut those that were longer than runs may be
 * @param events in all runs together
 * @param classes how many reads-from classes the runs belong to, those that were cut left aside
 * @param once classes that one run belongs to
 * @param twice classes that two runs belong to
 * @param occurrences for each violation, in the order of the outcome, how often it was met
 */
public record Sampling(
    long seed,
    long runs,
    long cut,
    long events,
    long classes,
    long once,
    long twice,
    List<Occurrence> occurrences) {
  /**
   * How often a violation was met.
   *
   * @param seed of the first run that shows it
   */
  public record Occurrence(long seed, long runs) {}

  public Sampling {
    occurrences = List.copyOf(occurrences);
  }

  /**
   * How likely it is that one more run belongs to a class that none has belonged to. Good: <em>The
   * population frequencies of species and the estimation of population parameters</em>, Biometrika
   * 1953.
   */
  public double unseenShare() {
    return runs == cut ? 1 : (double) once / (runs - cut);
  }

  /**
   * How many classes were met by no run, at least. Chao: <em>Nonparametric estimation of the number
   * of classes in a population</em>, Scandinavian Journal of Statistics 1984, without bias.
   */
  public long unseenClasses() {
    return Math.round((double) once * (once - 1) / (2.0 * (twice + 1)));
  }
}
