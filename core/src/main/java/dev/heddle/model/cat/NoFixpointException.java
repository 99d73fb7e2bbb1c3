package dev.heddle.model.cat;

/** A recursive definition whose iteration goes round in circles: it is not monotone. */
public final class NoFixpointException extends CatEvaluationException {
  private static final long serialVersionUID = 1;

  NoFixpointException(String place) {
    super(
        place
            + ": this recursive definition has no fixpoint that iteration finds; it must not use"
            + " what it defines on the right of \\ or under ~");
  }
}
