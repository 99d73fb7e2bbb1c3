package dev.heddle.explore.rsmc;

import dev.heddle.model.axiomatic.BitMatrix;
import java.util.function.BiPredicate;

/**
 * POWER as it is written down, from scratch and for any commit-before order: M(exec(σ)). Initial
 * stores are left out, since no relation of the model leads to them.
 */
final class FullPowerAxioms {
  private final CommitState state;
  private final int size;

  private FullPowerAxioms(CommitState state) {
    this.state = state;
    this.size = state.size();
  }

  static boolean allow(CommitState state) {
    return new FullPowerAxioms(state).isAllowed();
  }

  private boolean isAllowed() {
    BitMatrix poLoc =
        relation((x, y) -> has(Dependency.PO, x, y) && state.location(x) == state.location(y));
    BitMatrix rf = relation((x, y) -> state.isLoad(y) && state.parameter(y) == x);
    BitMatrix co =
        relation(
            (x, y) ->
                state.isStore(x) && state.isStore(y) && isSamePlace(x, y) && seen(x) < seen(y));
    BitMatrix fr =
        relation(
            (x, y) ->
                state.isLoad(x) && state.isStore(y) && isSamePlace(x, y) && seen(x) < seen(y));
    BitMatrix external = relation((x, y) -> state.thread(x) != state.thread(y));
    BitMatrix rfe = and(rf, external);
    BitMatrix fre = and(fr, external);
    BitMatrix coe = and(co, external);
    BitMatrix com = or(rf, co, fr);
    if (!or(poLoc, com).isAcyclic() || !isAtomic()) {
      return false;
    }
    BitMatrix sync = relation((x, y) -> has(Dependency.FULL_FENCE, x, y));
    BitMatrix fence =
        or(
            sync,
            relation(
                (x, y) ->
                    has(Dependency.LIGHT_FENCE, x, y) && !(state.isStore(x) && state.isLoad(y))),
            relation(
                (x, y) ->
                    has(Dependency.STORE_FENCE, x, y) && state.isStore(x) && state.isStore(y)));
    BitMatrix hb = or(preserved(poLoc, rf, external, fre, coe, rfe), fence, rfe);
    if (!hb.isAcyclic()) {
      return false;
    }
    BitMatrix base = then(or(fence, then(rfe, fence)), star(hb));
    BitMatrix writes = relation((x, y) -> state.isStore(x) && state.isStore(y));
    BitMatrix strong = then(then(star(com), star(base)), then(sync, star(hb)));
    BitMatrix prop = or(and(writes, base), strong);
    return then(then(fre, prop), star(hb)).isIrreflexive() && or(co, prop).isAcyclic();
  }

  private BitMatrix preserved(
      BitMatrix poLoc,
      BitMatrix rf,
      BitMatrix external,
      BitMatrix fre,
      BitMatrix coe,
      BitMatrix rfe) {
    BitMatrix dp = relation((x, y) -> has(Dependency.ADDR, x, y) || has(Dependency.DATA, x, y));
    BitMatrix rfi = relation((x, y) -> rf.get(x, y) && !external.get(x, y));
    BitMatrix ii0 = or(dp, and(poLoc, then(fre, rfe)), rfi);
    BitMatrix ci0 =
        or(relation((x, y) -> has(Dependency.CTRL_FENCE, x, y)), and(poLoc, then(coe, rfe)));
    BitMatrix cc0 =
        or(
            dp,
            poLoc,
            relation((x, y) -> has(Dependency.CTRL, x, y)),
            relation((x, y) -> has(Dependency.ADDR_PO, x, y)));
    BitMatrix ii = BitMatrix.relation(size);
    BitMatrix ic = BitMatrix.relation(size);
    BitMatrix ci = BitMatrix.relation(size);
    BitMatrix cc = BitMatrix.relation(size);
    int before;
    do {
      before = ii.count() + ic.count() + ci.count() + cc.count();
      ii = or(ii0, ci, then(ic, ci), then(ii, ii));
      ic = or(ii, cc, then(ic, cc), then(ii, ic));
      ci = or(ci0, then(ci, ii), then(cc, ci));
      cc = or(cc0, ci, then(ci, ic), then(cc, cc));
    } while (ii.count() + ic.count() + ci.count() + cc.count() > before);
    BitMatrix toLoads = ii;
    BitMatrix toStores = ic;
    return relation(
        (x, y) -> state.isLoad(x) && (state.isLoad(y) ? toLoads.get(x, y) : toStores.get(x, y)));
  }

  /** empty(rmw ∩ (fre;coe)), and the two accesses of a pair are at one location. */
  private boolean isAtomic() {
    for (int w = 0; w < size; w++) {
      int r = state.isCommitted(w) && state.isStore(w) ? state.partner(w) : FetchPoint.NONE;
      if (r == FetchPoint.NONE || !state.isCommitted(r)) {
        continue;
      }
      if (!isSamePlace(r, w)) {
        return false;
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

  private boolean has(Dependency which, int x, int y) {
    return state.rows(which).has(y, x);
  }

  private boolean isSamePlace(int x, int y) {
    return state.location(x) == state.location(y);
  }

  private int seen(int access) {
    return state.coherence().placeSeen(access);
  }

  private BitMatrix relation(BiPredicate<Integer, Integer> holds) {
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

  private BitMatrix or(BitMatrix... parts) {
    BitMatrix union = BitMatrix.relation(size);
    for (BitMatrix part : parts) {
      union.union(union, part);
    }
    return union;
  }

  private BitMatrix and(BitMatrix a, BitMatrix b) {
    BitMatrix result = BitMatrix.relation(size);
    result.intersection(a, b);
    return result;
  }

  private BitMatrix then(BitMatrix a, BitMatrix b) {
    BitMatrix result = BitMatrix.relation(size);
    result.composition(a, b);
    return result;
  }

  private BitMatrix star(BitMatrix a) {
    BitMatrix closure = BitMatrix.relation(size);
    closure.closure(a);
    BitMatrix result = BitMatrix.relation(size);
    result.reflexive(closure);
    return result;
  }
}
