package dev.heddle.model.cat;

/** A model that cannot be evaluated in some execution; the message names the place. */
public class CatEvaluationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CatEvaluationException(String message) {
    super(message);
  }
}
