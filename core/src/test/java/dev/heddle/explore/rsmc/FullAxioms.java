package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Architecture;
import dev.heddle.model.axiomatic.BitMatrix;
import java.util.function.BiPredicate;

/**
 * A model as it is written down, from scratch and for any commit-before order: M(exec(σ)). Initial
 * stores are left out, since no relation of the models leads to them; and so is that a load reads
 * ahead of a store, until the store is committed.
 */
abstract class FullAxioms {
  final CommitState state;
  final int size;
  final BitMatrix poLoc;
  final BitMatrix external;
  final BitMatrix rf;
  final BitMatrix co;
  final BitMatrix fr;
  final BitMatrix rfe;
  final BitMatrix fre;
  final BitMatrix coe;
  final BitMatrix com;

  FullAxioms(CommitState state) {
    this.state = state;
    this.size = state.size();
    poLoc = relation((x, y) -> has(Dependency.PO, x, y) && isSamePlace(x, y));
    rf = relation((x, y) -> state.isLoad(y) && state.parameter(y) == x);
    co =
        relation(
            (x, y) ->
                state.isStore(x) && state.isStore(y) && isSamePlace(x, y) && seen(x) < seen(y));
    fr =
        relation(
            (x, y) ->
                state.isLoad(x) && state.isStore(y) && isSamePlace(x, y) && seen(x) < seen(y));
    external = relation((x, y) -> state.thread(x) != state.thread(y));
    rfe = and(rf, external);
    fre = and(fr, external);
    coe = and(co, external);
    com = or(rf, co, fr);
  }

  /** Whether the model of an architecture's processors allows what is committed. */
  static boolean allow(Architecture architecture, CommitState state) {
    FullAxioms axioms =
        architecture == Architecture.PPC ? new FullPowerAxioms(state) : new FullArmAxioms(state);
    return or(axioms.size, axioms.poLoc, axioms.com).isAcyclic()
        && axioms.isAtomic()
        && axioms.isAllowedBeyondLocations();
  }

  /** The axioms apart from SC per location and atomicity. */
  abstract boolean isAllowedBeyondLocations();

  /** empty(rmw ∩ (fre;coe)), and the two accesses of a pair are at one location. */
  private boolean isAtomic() {
    for (int w = 0; w < size; w++) {
      int r = state.isCommitted(w) && state.isStore(w) ? state.partner(w) : FetchPoint.NONE;
      if (r == FetchPoint.NONE) {
        continue;
      }
      if (state.location(r) >= 0 && !isSamePlace(r, w)) {
        return false;
      }
      if (!state.isCommitted(r)) {
        continue;
      }
      for (int other = 0; other < size; other++) {
        if (state.isCommitted(other)
            && state.isStore(other)
            && state.thread(other) != state.thread(w)
            && isSamePlace(other, w)
            && seen(r) < seen(other)
            && seen(other) < seen(w)) {
          return false;
        }
      }
    }
    return true;
  }

  final boolean has(Dependency which, int x, int y) {
    return state.rows(which).has(y, x);
  }

  final boolean isSamePlace(int x, int y) {
    return state.location(x) == state.location(y);
  }

  final int seen(int access) {
    return state.coherence().placeSeen(access);
  }

  final BitMatrix relation(BiPredicate<Integer, Integer> holds) {
    BitMatrix relation = BitMatrix.relation(size);
    for (int x = 0; x < size; x++) {
      for (int y = 0; y < size; y++) {
        if (isAccess(x) && isAccess(y) && x != y && holds.test(x, y)) {
          relation.add(x, y);
        }
      }
    }
    return relation;
  }

  private boolean isAccess(int event) {
    return state.isCommitted(event) && state.kind(event) != CommitState.Kind.CHOICE;
  }

  final BitMatrix or(BitMatrix... parts) {
    return or(size, parts);
  }

  private static BitMatrix or(int size, BitMatrix... parts) {
    BitMatrix union = BitMatrix.relation(size);
    for (BitMatrix part : parts) {
      union.union(union, part);
    }
    return union;
  }

  final BitMatrix and(BitMatrix a, BitMatrix b) {
    BitMatrix result = BitMatrix.relation(size);
    result.intersection(a, b);
    return result;
  }

  final BitMatrix then(BitMatrix a, BitMatrix b) {
    BitMatrix result = BitMatrix.relation(size);
    result.composition(a, b);
    return result;
  }

  final BitMatrix star(BitMatrix a) {
    BitMatrix closure = BitMatrix.relation(size);
    closure.closure(a);
    BitMatrix result = BitMatrix.relation(size);
    result.reflexive(closure);
    return result;
  }
}
