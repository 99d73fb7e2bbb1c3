package dev.heddle.explore.rsmc;

import dev.heddle.model.axiomatic.BitMatrix;
import java.util.function.IntPredicate;

/** ARMv8, after the file armv8.cat. */
final class FullArmAxioms extends FullAxioms {
  FullArmAxioms(CommitState state) {
    super(state);
  }

  @Override
  boolean isAllowedBeyondLocations() {
    return or(rfe, fre, coe, and(poLoc, to(state::isStore)), dob(), aob(), bob()).isAcyclic();
  }

  private BitMatrix dob() {
    BitMatrix addr = of(Dependency.ADDR);
    BitMatrix data = of(Dependency.DATA);
    return or(
        addr,
        data,
        and(of(Dependency.CTRL), to(state::isStore)),
        and(of(Dependency.ADDR_PO), to(state::isStore)),
        and(of(Dependency.CTRL_FENCE), to(state::isLoad)),
        dependenciesOfForwarded());
  }

  /**
   * (addr ∪ data);forwarded: pairs of a load and a later load behind a store between them, which
   * need not be committed.
   */
  private BitMatrix dependenciesOfForwarded() {
    return relation(
        (x, y) -> {
          int store = state.isLoad(y) ? state.ownStoreBefore(y) : FetchPoint.NONE;
          return store != FetchPoint.NONE
              && (has(Dependency.ADDR, x, store) || has(Dependency.DATA, x, store));
        });
  }

  private BitMatrix aob() {
    BitMatrix pairs = relation((x, y) -> state.isStore(y) && state.partner(y) == x);
    return or(
        pairs,
        relation(
            (x, y) ->
                state.isStore(x)
                    && state.partner(x) != FetchPoint.NONE
                    && state.isLoad(y)
                    && state.ownStoreBefore(y) == x
                    && state.order(y).acquires()));
  }

  private BitMatrix bob() {
    BitMatrix po = of(Dependency.PO);
    return or(
        of(Dependency.FULL_FENCE),
        and(of(Dependency.LOAD_FENCE), from(state::isLoad)),
        and(and(of(Dependency.STORE_FENCE), from(state::isStore)), to(state::isStore)),
        and(and(po, from(this::releases)), to(e -> state.order(e) == AccessOrder.ACQUIRE)),
        and(po, from(e -> state.order(e).acquires())),
        and(po, to(this::releases)));
  }

  private boolean releases(int event) {
    return state.order(event) == AccessOrder.RELEASE;
  }

  private BitMatrix of(Dependency which) {
    return relation((x, y) -> has(which, x, y));
  }

  private BitMatrix from(IntPredicate set) {
    return relation((x, y) -> set.test(x));
  }

  private BitMatrix to(IntPredicate set) {
    return relation((x, y) -> set.test(y));
  }
}
