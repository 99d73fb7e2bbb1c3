package dev.heddle.symbolic.term;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps terms, so that each is made once. */
abstract class TermTable {
  private record Key(Operator operator, int bits, long low, String name, List<Term> parts) {}

  private final Map<Key, Term> known = new HashMap<>();
  private final Map<String, Integer> identities = new HashMap<>();

  final Term make(Operator operator, int bits, long low, String name, List<Term> parts) {
    Key key = new Key(operator, bits, low, name, parts);
    Term term = known.get(key);
    if (term == null) {
      term = new Term(operator, bits, low, name, parts, known.size());
      known.put(key, term);
    }
    return term;
  }

  final Term make(Operator operator, int bits, Term... parts) {
    return make(operator, bits, 0, "", List.of(parts));
  }

  /** A number for a name, to make short names of long ones. */
  public int identity(String name) {
    return identities.computeIfAbsent(name, unknown -> identities.size());
  }

  /** How many different terms have been made. */
  public int size() {
    return known.size();
  }
}
