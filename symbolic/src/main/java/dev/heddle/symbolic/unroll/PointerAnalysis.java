package dev.heddle.symbolic.unroll;

import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out which addresses the loads of an unrolled program can give, from what the program stores
 * where, whatever the order. Afterwards the program's {@link Addresses} know them.
 */
final class PointerAnalysis {
  private final UnrolledProgram program;
  private final Addresses addresses;

  /** What may stand in an object, by where it was stored. */
  private final Map<MemoryObject, Map<Range, AddressSet>> contents = new HashMap<>();

  /** Some bytes of an object. */
  private record Range(int offset, int bytes) {
    boolean overlaps(Range that) {
      return offset < that.offset + that.bytes && that.offset < offset + bytes;
    }
  }

  private final Set<String> written = new HashSet<>();
  private final Set<String> forgotten = new HashSet<>();

  private PointerAnalysis(UnrolledProgram program) {
    this.program = program;
    this.addresses = program.addresses();
  }

  static PointerAnalysis of(UnrolledProgram program) {
    PointerAnalysis analysis = new PointerAnalysis(program);
    while (analysis.pass()) {
      // Until nothing is learned any more.
    }
    return analysis;
  }

  /** The objects that may be written while several threads exist. */
  Set<String> written() {
    return written;
  }

  /** The objects that may get bytes without a value. */
  Set<String> forgotten() {
    return forgotten;
  }

  private boolean pass() {
    boolean changed = false;
    written.clear();
    for (UnrolledThread thread : program.threads()) {
      for (Step step : thread.steps()) {
        if (!step.kind().isAccess()) {
          continue;
        }
        List<Addresses.Place> places = placesOf(step);
        if (!step.isDirect() && StepSemantics.mayWrite(step)) {
          places.forEach(place -> written.add(place.object().key()));
        }
        if (step.kind() == Step.Kind.POKE && !step.missing().isConstant(0)) {
          places.forEach(place -> forgotten.add(place.object().key()));
        }
        changed |= store(step, places);
        changed |= load(step, places);
      }
    }
    return changed;
  }

  private List<Addresses.Place> placesOf(Step step) {
    return addresses.places(step.address(), step.bytes(), step.location());
  }

  private boolean store(Step step, List<Addresses.Place> places) {
    if (!StepSemantics.mayWrite(step) || StepSemantics.isAboutObjects(step)) {
      return false;
    }
    AddressSet set = written(step);
    boolean changed = false;
    for (Addresses.Place place : places) {
      Map<Range, AddressSet> content =
          contents.computeIfAbsent(place.object(), o -> new HashMap<>());
      Range range = new Range(place.offset(), step.bytes);
      AddressSet before = content.getOrDefault(range, AddressSet.NONE);
      AddressSet now = before.union(set, addresses.objects());
      if (!now.equals(before)) {
        content.put(range, now);
        changed = true;
      }
    }
    return changed;
  }

  private AddressSet written(Step step) {
    Term value = step.replacement();
    return value == null
        ? step.operand == null
            ? AddressSet.ANY
            : AddressSet.ANY.mixed(addresses.of(step.operand), addresses.objects())
        : addresses.of(value);
  }

  private boolean load(Step step, List<Addresses.Place> places) {
    Term variable = step.result();
    if (variable != null && variable.operator() == Operator.ZERO_EXTEND) {
      variable = variable.part(0);
    }
    boolean givesContent =
        switch (step.kind()) {
          case LOCK, TRY_LOCK, UNLOCK, SIZE, FREE, LEAVE -> false;
          default -> true;
        };
    if (variable == null || variable.operator() != Operator.VARIABLE || !givesContent) {
      return false;
    }
    AddressSet all = AddressSet.NONE;
    for (Addresses.Place place : places) {
      all = all.union(initial(place, step.bytes), addresses.objects());
      Map<Range, AddressSet> content = contents.getOrDefault(place.object(), Map.of());
      Range wanted = new Range(place.offset(), step.bytes);
      for (Map.Entry<Range, AddressSet> stored : content.entrySet()) {
        if (stored.getKey().equals(wanted)) {
          all = all.union(stored.getValue(), addresses.objects());
        } else if (stored.getKey().overlaps(wanted)) {
          // A part of an address is none.
          all = all.union(AddressSet.ANY, addresses.objects());
        }
      }
    }
    return addresses.learn(variable, all);
  }

  private AddressSet initial(Addresses.Place place, int bytes) {
    MemoryObject object = place.object();
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      long content = addresses.objects().initialContent().byteAt(object, place.offset() + i);
      value |= content << (8 * i);
    }
    return AddressSet.of(value);
  }
}
