package dev.heddle.transform.purity;

import dev.heddle.program.ClaimKind;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Claims that accesses in iterations of a loop that do nothing do not race with what depends on
 * what the thread does later; see {@link dev.heddle.machine.LeftOutLooks}.
 *
 * <p>None is needed for an access to a place that does not change, if every iteration makes it
 * before it writes anything: what depends on later events races with that of the next iteration
 * just as well.
 */
final class LookClaims {
  private final Loop loop;
  private final Definitions definitions;
  private final RacingPlaces races;

  private LookClaims(Loop loop, Definitions definitions, RacingPlaces races) {
    this.loop = loop;
    this.definitions = definitions;
    this.races = races;
  }

  /**
   * The claims, by what they come behind.
   *
   * @param races where accesses may race; null if nobody asks
   */
  static Map<Point, List<Instruction>> of(
      Function function, Loop loop, Definitions definitions, RacingPlaces races) {
    Map<Point, List<Instruction>> claims = new HashMap<>();
    LookClaims pass = new LookClaims(loop, definitions, races);
    boolean hasWritten = false;
    for (int b : races == null ? List.<Integer>of() : loop.order()) {
      List<Instruction> code = function.blocks().get(b).instructions();
      boolean isInEach = loop.isInEveryIteration(b);
      for (int i = 0; i < code.size(); i++) {
        boolean isAlways = isInEach && !hasWritten;
        Instruction.Claim claim = pass.claim(code.get(i), isAlways);
        if (claim != null && (i == 0 || !code.get(i - 1).equals(claim))) {
          claims.put(new Point(b, i - 1), List.of(claim));
        }
        hasWritten |= !Purity.isPure(code.get(i));
      }
    }
    if (!claims.isEmpty()) {
      claims.merge(
          new Point(loop.header(), -1),
          List.of(new Instruction.Claim(ClaimKind.LOOKING, Value.of(0), 0, loop.location())),
          LookClaims::both);
    }
    return claims;
  }

  private static List<Instruction> both(List<Instruction> after, List<Instruction> before) {
    return Stream.concat(before.stream(), after.stream()).toList();
  }

  /**
   * @param isAlways whether every iteration has the instruction, before it has written anything
   * @return null if nothing needs to be claimed
   */
  private Instruction.Claim claim(Instruction s, boolean isAlways) {
    if (s instanceof Instruction.Load i && races.mayRace(i)) {
      boolean isPlain = i.order() == MemoryOrder.PLAIN;
      ClaimKind kind = isPlain ? ClaimKind.PLAIN_LOOK : ClaimKind.ATOMIC_LOOK;
      return isAlways && isFixed(i.address()) ? null : claim(kind, i.address(), i.bytes(), i);
    }
    if (s instanceof Instruction.Peek i) {
      return isAlways && isFixed(i.address())
          ? null
          : claim(ClaimKind.PLAIN_LOOK, i.address(), i.bytes(), i);
    }
    if (s instanceof Instruction.CompareExchange i && races.mayBeWrittenPlainly(i.address())) {
      return isAlways && isFixed(i.address())
          ? null
          : claim(ClaimKind.ATOMIC_LOOK, i.address(), i.bytes(), i);
    }
    if (s instanceof Instruction.ReadModifyWrite i) {
      return isAlways && isFixed(i.address())
          ? null
          : claim(ClaimKind.VAIN_UPDATE, i.address(), i.bytes(), i);
    }
    return null;
  }

  private static Instruction.Claim claim(
      ClaimKind kind, Value address, int bytes, Instruction access) {
    return new Instruction.Claim(kind, address, bytes, access.location());
  }

  /** Whether an address is the same in all iterations. */
  private boolean isFixed(Value address) {
    Point defined = definitions.pointOf(AccessedPlace.of(address, 1, definitions).base());
    return defined == null || !loop.contains(defined.block());
  }
}
