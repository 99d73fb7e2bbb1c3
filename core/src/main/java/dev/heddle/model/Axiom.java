package dev.heddle.model;

/** The axioms of the models, named as in figure 2 of the paper on reads-from consistency. */
public enum Axiom {
  /** acy(po ∪ rf). */
  PO_RF("po-rf", "po ∪ rf is acyclic"),
  /** No two RMWs read from one write. */
  WEAK_ATOMICITY("weak-atomicity", "no two RMWs read from one write"),
  /** irr(hbloc; [W ∪ RMW]; hb; rf⁻¹). */
  WEAK_READ_COHERENCE(
      "weak-read-coherence", "no write happens between a read and the write that it reads"),
  /** irr(fr; rf?; hb). */
  READ_COHERENCE("read-coherence", "no read sees a write that it knows to be overwritten"),
  /** irr(mo; rf?; hb?). */
  WRITE_COHERENCE("write-coherence", "modification order agrees with happens-before"),
  /** acy(hb ∪ mo). */
  STRONG_WRITE_COHERENCE("strong-write-coherence", "hb ∪ mo is acyclic"),
  /** irr(fr; mo). */
  ATOMICITY("atomicity", "no write comes between an RMW and the write that it reads"),
  /** acy(po ∪ rf ∪ mo ∪ fr). */
  SEQUENTIAL_CONSISTENCY("sequential-consistency", "po ∪ rf ∪ mo ∪ fr is acyclic");

  private final String id;
  private final String meaning;

  Axiom(String id, String meaning) {
    this.id = id;
    this.meaning = meaning;
  }

  public String id() {
    return id;
  }

  public String meaning() {
    return meaning;
  }
}
