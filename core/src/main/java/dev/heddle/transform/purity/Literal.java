package dev.heddle.transform.purity;

/** A condition that holds, or one that does not. */
record Literal(Atom atom, boolean holds) {
  Literal negated() {
    return new Literal(atom, !holds);
  }
}
