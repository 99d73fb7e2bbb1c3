package dev.heddle.verdict;

import java.util.Collection;
import java.util.List;

/** Things one after the other, as a sentence has them. */
public final class Listing {
  private Listing() {}

  /** Such as {@code a}, {@code a and b} or {@code a, b and c}. */
  public static String of(Collection<String> things) {
    List<String> all = List.copyOf(things);
    int last = all.size() - 1;
    return last < 1
        ? String.join("", all)
        : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
  }
}
