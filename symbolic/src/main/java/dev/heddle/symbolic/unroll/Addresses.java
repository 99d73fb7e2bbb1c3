package dev.heddle.symbolic.unroll;

import dev.heddle.program.Location;
import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds what terms can be addresses of. */
public final class Addresses {
  private static final int MAX_PLACES = 2048;

  private final Terms terms;
  private final ObjectTable objects;
  private final Map<Term, AddressSet> variables = new HashMap<>();
  private final Map<Term, AddressSet> known = new HashMap<>();

  /**
   * A place that an access may touch.
   *
   * @param condition when it does
   */
  public record Place(MemoryObject object, int offset, Term condition) {}

  Addresses(Terms terms, ObjectTable objects) {
    this.terms = terms;
    this.objects = objects;
  }

  /** Says what a variable can be; true if that is news. */
  public boolean learn(Term variable, AddressSet values) {
    AddressSet before = variables.getOrDefault(variable, AddressSet.NONE);
    AddressSet now = before.union(values, objects);
    if (now.equals(before)) {
      return false;
    }
    variables.put(variable, now);
    known.clear();
    return true;
  }

  /** The values of constants in a term, if all it can be are constants; else null. */
  AddressSet of(Term term) {
    AddressSet found = known.get(term);
    if (found == null) {
      found = compute(term);
      known.put(term, found);
    }
    return found;
  }

  private AddressSet compute(Term term) {
    switch (term.operator()) {
      case CONSTANT -> {
        return AddressSet.of(term.low());
      }
      case VARIABLE -> {
        return variables.getOrDefault(term, AddressSet.ANY);
      }
      case ITE -> {
        return of(term.part(1)).union(of(term.part(2)), objects);
      }
      case ADD -> {
        return of(term.part(0)).plus(of(term.part(1)), objects);
      }
      case ZERO_EXTEND -> {
        return of(term.part(0));
      }
      case SIGN_EXTEND, EXTRACT -> {
        AddressSet inner = of(term.part(0));
        boolean keeps = term.operator() == Operator.SIGN_EXTEND || term.low() == 0;
        return keeps ? inner.blurred(objects) : inner.mixed(AddressSet.NONE, objects);
      }
      case MUL, SHL, AND -> {
        if (term.part(1).isConstant()) {
          long right = term.part(1).low();
          AddressSet left = of(term.part(0));
          return switch (term.operator()) {
            case MUL -> left.times(right, objects);
            case SHL -> left.times(right >= 63 ? 0 : 1L << right, objects);
            default -> left.masked(right, objects);
          };
        }
      }
      default -> {}
    }
    AddressSet all = AddressSet.ANY;
    for (Term part : term.parts()) {
      if (!part.isBoolean()) {
        all = all.mixed(of(part), objects);
      }
    }
    return all;
  }

  /** Where an access of some bytes may go that goes right. */
  public List<Place> places(Term address, int bytes, Location location) {
    AddressSet set = of(address);
    List<Place> places = new ArrayList<>();
    if (set.isKnown()) {
      for (long value : set.values()) {
        MemoryObject object = objects.at(value);
        if (object != null && object.contains(value, bytes)) {
          add(places, address, object, (int) (value - object.address()));
        }
      }
      return places;
    }
    for (MemoryObject object : set.bases()) {
      int step = (int) Math.min(set.modulus(), 1 << 16);
      for (long offset = set.residue() & (step - 1);
          offset + bytes <= object.size();
          offset += step) {
        add(places, address, object, (int) offset);
        if (places.size() > MAX_PLACES) {
          throw new UnrollingException(
              location,
              ("this access may touch more than " + MAX_PLACES + " places; make arrays smaller, or")
                  + " tell more about the index with __VERIFIER_assume");
        }
      }
    }
    return places;
  }

  private void add(List<Place> places, Term address, MemoryObject object, int offset) {
    Term condition = terms.equal(address, terms.word(object.address() + offset));
    if (!condition.isFalse()) {
      places.add(new Place(object, offset, condition));
    }
  }

  /** The bits in which what a step may write can differ from a content. */
  public long differences(Step step, long content) {
    Term written = step.replacement();
    if (written == null) {
      return -1;
    }
    AddressSet set = of(written);
    if (!set.isKnown()) {
      return -1;
    }
    long bits = 0;
    for (long value : set.values()) {
      bits |= value ^ content;
    }
    return bits;
  }

  /** Whether an address surely lies in these places. */
  Term isOneOf(Term address, List<Place> places) {
    AddressSet set = of(address);
    if (set.isKnown() && !set.values().isEmpty() && places.size() == set.values().size()) {
      return terms.yes();
    }
    Term any = terms.no();
    for (Place place : places) {
      any = terms.or(any, place.condition());
    }
    return any;
  }

  public ObjectTable objects() {
    return objects;
  }
}
