package dev.heddle.model.cat;

/** A model file that cannot be used; the message names the place. */
public final class CatException extends Exception {
  private static final long serialVersionUID = 1;

  CatException(SourcePlace place, String message) {
    super(place + ": " + message);
  }

  /** For a file as a whole. */
  CatException(String file, String message) {
    super(file + ": " + message);
  }
}
