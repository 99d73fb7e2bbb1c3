package dev.heddle.symbolic.solve;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.unroll.FloatingPoint;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.sosy_lab.java_smt.api.BitvectorFormula;
import org.sosy_lab.java_smt.api.BitvectorFormulaManager;
import org.sosy_lab.java_smt.api.BooleanFormula;
import org.sosy_lab.java_smt.api.BooleanFormulaManager;
import org.sosy_lab.java_smt.api.FloatingPointFormula;
import org.sosy_lab.java_smt.api.FloatingPointFormulaManager;
import org.sosy_lab.java_smt.api.Formula;
import org.sosy_lab.java_smt.api.FormulaManager;
import org.sosy_lab.java_smt.api.FormulaType;
import org.sosy_lab.java_smt.api.FormulaType.FloatingPointType;

/** Terms as formulas of JavaSMT, each made once. */
final class Formulas {
  private final FormulaManager manager;
  private final BitvectorFormulaManager vectors;
  private final BooleanFormulaManager booleans;
  private final Map<Term, Formula> known = new HashMap<>();
  private final Set<Term> variables = new LinkedHashSet<>();

  private final String suffix;

  /**
   * @param suffix part of all names of variables
   */
  Formulas(FormulaManager manager, String suffix) {
    this.manager = manager;
    this.suffix = suffix;
    this.vectors = manager.getBitvectorFormulaManager();
    this.booleans = manager.getBooleanFormulaManager();
  }

  int size() {
    return known.size();
  }

  Collection<Term> variables() {
    return variables;
  }

  BooleanFormula truth(Term term) {
    return (BooleanFormula) formula(term);
  }

  BitvectorFormula vector(Term term) {
    return (BitvectorFormula) formula(term);
  }

  /** Without recursion, as terms can be deep. */
  Formula formula(Term wanted) {
    Deque<Term> ahead = new ArrayDeque<>();
    ahead.push(wanted);
    while (!ahead.isEmpty()) {
      Term term = ahead.peek();
      if (known.containsKey(term)) {
        ahead.pop();
        continue;
      }
      boolean isReady = true;
      for (Term part : term.parts()) {
        if (!known.containsKey(part)) {
          ahead.push(part);
          isReady = false;
        }
      }
      if (isReady) {
        known.put(term, make(term));
        ahead.pop();
      }
    }
    return known.get(wanted);
  }

  private BitvectorFormula v(Term term, int part) {
    return (BitvectorFormula) known.get(term.part(part));
  }

  private BooleanFormula b(Term term, int part) {
    return (BooleanFormula) known.get(term.part(part));
  }

  private Formula make(Term term) {
    return switch (term.operator()) {
      case CONSTANT -> vectors.makeBitvector(term.bits(), unsigned(term.low()));
      case VARIABLE -> {
        variables.add(term);
        yield vectors.makeVariable(term.bits(), term.name() + ":" + term.bits() + suffix);
      }
      case BOOLEAN_VARIABLE -> {
        variables.add(term);
        yield booleans.makeVariable(term.name() + suffix);
      }
      case ADD -> vectors.add(v(term, 0), v(term, 1));
      case SUB -> vectors.subtract(v(term, 0), v(term, 1));
      case MUL -> vectors.multiply(v(term, 0), v(term, 1));
      case UDIV -> vectors.divide(v(term, 0), v(term, 1), false);
      case SDIV -> vectors.divide(v(term, 0), v(term, 1), true);
      case UREM -> vectors.remainder(v(term, 0), v(term, 1), false);
      case SREM -> vectors.remainder(v(term, 0), v(term, 1), true);
      case SHL -> vectors.shiftLeft(v(term, 0), v(term, 1));
      case LSHR -> vectors.shiftRight(v(term, 0), v(term, 1), false);
      case ASHR -> vectors.shiftRight(v(term, 0), v(term, 1), true);
      case AND -> vectors.and(v(term, 0), v(term, 1));
      case OR -> vectors.or(v(term, 0), v(term, 1));
      case XOR -> vectors.xor(v(term, 0), v(term, 1));
      case EXTRACT ->
          vectors.extract(v(term, 0), (int) term.low() + term.bits() - 1, (int) term.low());
      case ZERO_EXTEND -> vectors.extend(v(term, 0), term.bits() - term.part(0).bits(), false);
      case SIGN_EXTEND -> vectors.extend(v(term, 0), term.bits() - term.part(0).bits(), true);
      case CONCAT -> vectors.concat(v(term, 0), v(term, 1));
      case ITE -> booleans.ifThenElse(b(term, 0), known.get(term.part(1)), known.get(term.part(2)));
      case TRUE -> booleans.makeTrue();
      case FALSE -> booleans.makeFalse();
      case EQUAL -> vectors.equal(v(term, 0), v(term, 1));
      case ULT -> vectors.lessThan(v(term, 0), v(term, 1), false);
      case ULE -> vectors.lessOrEquals(v(term, 0), v(term, 1), false);
      case SLT -> vectors.lessThan(v(term, 0), v(term, 1), true);
      case SLE -> vectors.lessOrEquals(v(term, 0), v(term, 1), true);
      case NOT -> booleans.not(b(term, 0));
      case BOTH -> booleans.and(b(term, 0), b(term, 1));
      case EITHER -> booleans.or(b(term, 0), b(term, 1));
      case FLOATING -> floating(term);
      case FLOATING_COMPARISON -> floatingComparison(term);
    };
  }

  private static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }

  // ---- Floating-point numbers ---------------------------------------------------------------

  private FloatingPointFormulaManager floats() {
    return manager.getFloatingPointFormulaManager();
  }

  private static FloatingPointType type(int bits) {
    return bits == 32
        ? FormulaType.getSinglePrecisionFloatingPointType()
        : FormulaType.getDoublePrecisionFloatingPointType();
  }

  private FloatingPointFormula number(Term term, int part) {
    return floats().fromIeeeBitvector(v(term, part), type(term.part(part).bits()));
  }

  private Formula floating(Term term) {
    int code = (int) term.low();
    if (code >= FloatingPoint.CONVERSIONS) {
      return converted(term, Conversion.values()[code - FloatingPoint.CONVERSIONS]);
    }
    FloatingPointFormula a = number(term, 0);
    FloatingPointFormula b = number(term, 1);
    FloatingPointFormula result =
        switch (BinaryOperator.values()[code]) {
          case FADD -> floats().add(a, b);
          case FSUB -> floats().subtract(a, b);
          case FMUL -> floats().multiply(a, b);
          case FDIV -> floats().divide(a, b);
          default ->
              throw new UnsupportedOperationException("the remainder of floating-point numbers");
        };
    return floats().toIeeeBitvector(result);
  }

  private Formula converted(Term term, Conversion conversion) {
    return switch (conversion) {
      case SIGNED_TO_FLOAT ->
          floats().toIeeeBitvector(floats().castFrom(v(term, 0), true, type(term.bits())));
      case UNSIGNED_TO_FLOAT ->
          floats().toIeeeBitvector(floats().castFrom(v(term, 0), false, type(term.bits())));
      case FLOAT_TO_FLOAT ->
          floats().toIeeeBitvector(floats().castTo(number(term, 0), true, type(term.bits())));
      case FLOAT_TO_SIGNED ->
          floats()
              .castTo(
                  number(term, 0),
                  true,
                  FormulaType.getBitvectorTypeWithSize(term.bits()),
                  org.sosy_lab.java_smt.api.FloatingPointRoundingMode.TOWARD_ZERO);
      default ->
          floats()
              .castTo(
                  number(term, 0),
                  false,
                  FormulaType.getBitvectorTypeWithSize(term.bits()),
                  org.sosy_lab.java_smt.api.FloatingPointRoundingMode.TOWARD_ZERO);
    };
  }

  private BooleanFormula floatingComparison(Term term) {
    FloatingPointFormula a = number(term, 0);
    FloatingPointFormula b = number(term, 1);
    BooleanFormula unordered = booleans.or(floats().isNaN(a), floats().isNaN(b));
    return switch (Relation.values()[(int) term.low()]) {
      case FOEQ -> floats().equalWithFPSemantics(a, b);
      case FONE ->
          booleans.and(booleans.not(unordered), booleans.not(floats().equalWithFPSemantics(a, b)));
      case FOLT -> floats().lessThan(a, b);
      case FOLE -> floats().lessOrEquals(a, b);
      case FOGT -> floats().greaterThan(a, b);
      case FOGE -> floats().greaterOrEquals(a, b);
      case FORD -> booleans.not(unordered);
      case FUNO -> unordered;
      case FUEQ -> booleans.or(unordered, floats().equalWithFPSemantics(a, b));
      case FUNE -> booleans.not(floats().equalWithFPSemantics(a, b));
      case FULT -> booleans.not(floats().greaterOrEquals(a, b));
      case FULE -> booleans.not(floats().greaterThan(a, b));
      case FUGT -> booleans.not(floats().lessOrEquals(a, b));
      default -> booleans.not(floats().lessThan(a, b));
    };
  }
}
