package dev.heddle.explore.rsmc;

import dev.heddle.model.axiomatic.BitMatrix;

/**
 * POWER as it is written down, from scratch and for any commit-before order: M(exec(σ)). Initial
 * stores are left out, since no relation of the model leads to them.
 */
final class FullPowerAxioms extends FullAxioms {
  FullPowerAxioms(CommitState state) {
    super(state);
  }

  @Override
  boolean isAllowedBeyondLocations() {
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
    BitMatrix hb = or(preserved(), fence, rfe);
    if (!hb.isAcyclic()) {
      return false;
    }
    BitMatrix base = then(or(fence, then(rfe, fence)), star(hb));
    BitMatrix writes = relation((x, y) -> state.isStore(x) && state.isStore(y));
    BitMatrix strong = then(then(star(com), star(base)), then(sync, star(hb)));
    BitMatrix prop = or(and(writes, base), strong);
    return then(then(fre, prop), star(hb)).isIrreflexive() && or(co, prop).isAcyclic();
  }

  private BitMatrix preserved() {
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
}
