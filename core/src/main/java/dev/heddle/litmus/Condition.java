package dev.heddle.litmus;

/** The question that a test asks about all its final states. */
public record Condition(Quantifier quantifier, Proposition proposition) {
  /** How the final states are quantified, and what herd's reports call it. */
  public enum Quantifier {
    EXISTS("exists", "Allowed"),
    NOT_EXISTS("~exists", "Forbidden"),
    FORALL("forall", "Required");

    private final String text;
    private final String title;

    Quantifier(String text, String title) {
      this.text = text;
      this.title = title;
    }

    public String text() {
      return text;
    }

    public String title() {
      return title;
    }
  }

  public String text() {
    return quantifier.text() + " (" + proposition.text() + ")";
  }
}
