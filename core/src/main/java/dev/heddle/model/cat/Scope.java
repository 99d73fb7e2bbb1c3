package dev.heddle.model.cat;

/** Names and their meanings; a later definition hides an earlier one. */
final class Scope {
  private final Scope outer;
  private final String name;
  private final Meaning meaning;

  private Scope(Scope outer, String name, Meaning meaning) {
    this.outer = outer;
    this.name = name;
    this.meaning = meaning;
  }

  static final Scope EMPTY = new Scope(null, null, null);

  Scope with(String newName, Meaning newMeaning) {
    return new Scope(this, newName, newMeaning);
  }

  /** The meaning of a name, or null. */
  Meaning find(String wanted) {
    for (Scope scope = this; scope.name != null; scope = scope.outer) {
      if (scope.name.equals(wanted)) {
        return scope.meaning;
      }
    }
    return null;
  }
}
