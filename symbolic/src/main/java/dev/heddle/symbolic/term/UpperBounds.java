package dev.heddle.symbolic.term;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * How large numbers can be, as unsigned numbers, from how large the variables in them can be. Never
 * too small; where nothing better is known, the largest number of the width.
 */
public final class UpperBounds {
  private final ToLongFunction<Term> variables;
  private final Map<Term, Long> known = new HashMap<>();

  /**
   * @param variables a bound for each variable
   */
  public UpperBounds(ToLongFunction<Term> variables) {
    this.variables = variables;
  }

  /** The largest number of some bits. */
  public static long largest(int bits) {
    return Terms.zeroExtend(-1, bits);
  }

  public static long max(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? a : b;
  }

  private static long min(long a, long b) {
    return Long.compareUnsigned(a, b) <= 0 ? a : b;
  }

  /** A bound for the bits of a number from {@code low} on, {@code bits} of them. */
  public static long part(long bound, int low, int bits) {
    return min(bound >>> low, largest(bits));
  }

  /** A bound for a sum of some bits. */
  public static long sum(long a, long b, int bits) {
    long sum = a + b;
    boolean isExact =
        Long.compareUnsigned(sum, a) >= 0 && Long.compareUnsigned(sum, largest(bits)) <= 0;
    return isExact ? sum : largest(bits);
  }

  /** Without recursion, as terms can be deep. */
  public long of(Term wanted) {
    Deque<Term> ahead = new ArrayDeque<>();
    ahead.push(wanted);
    while (!ahead.isEmpty()) {
      Term term = ahead.peek();
      boolean isReady = true;
      if (!known.containsKey(term)) {
        for (Term part : term.parts()) {
          if (!part.isBoolean() && !known.containsKey(part)) {
            ahead.push(part);
            isReady = false;
          }
        }
      }
      if (isReady) {
        known.computeIfAbsent(term, this::bound);
        ahead.pop();
      }
    }
    return known.get(wanted);
  }

  private long bound(Term term) {
    long largest = largest(term.bits());
    return switch (term.operator()) {
      case CONSTANT -> term.low();
      case VARIABLE -> min(largest, variables.applyAsLong(term));
      case ADD -> sum(part(term, 0), part(term, 1), term.bits());
      case MUL -> product(part(term, 0), part(term, 1), largest);
      case UDIV, LSHR -> term.part(1).isConstant() ? quotient(term) : largest;
      case UREM ->
          term.part(1).isConstant() && term.part(1).low() != 0
              ? min(part(term, 0), term.part(1).low() - 1)
              : largest;
      case AND -> min(part(term, 0), part(term, 1));
      case OR, XOR -> ones(part(term, 0) | part(term, 1));
      case EXTRACT -> part(part(term, 0), (int) term.low(), term.bits());
      case ZERO_EXTEND -> part(term, 0);
      case SIGN_EXTEND -> {
        long inner = part(term, 0);
        yield inner >>> (term.part(0).bits() - 1) == 0 ? inner : largest;
      }
      case CONCAT -> part(term, 0) << term.part(1).bits() | ones(part(term, 1));
      case ITE -> max(part(term, 1), part(term, 2));
      default -> largest;
    };
  }

  private long part(Term term, int index) {
    return known.get(term.part(index));
  }

  /** All bits up to the highest one of a number. */
  private static long ones(long number) {
    return number == 0 ? 0 : -1L >>> Long.numberOfLeadingZeros(number);
  }

  private static long product(long a, long b, long largest) {
    if (a == 0 || b == 0) {
      return 0;
    }
    boolean isExact = Long.numberOfLeadingZeros(a) + Long.numberOfLeadingZeros(b) >= 64;
    return isExact ? min(largest, a * b) : largest;
  }

  private long quotient(Term term) {
    long by = term.part(1).low();
    long left = part(term, 0);
    if (term.operator() == Operator.LSHR) {
      return Long.compareUnsigned(by, term.bits()) >= 0 ? 0 : left >>> by;
    }
    return by == 0 ? largest(term.bits()) : Long.divideUnsigned(left, by);
  }
}
