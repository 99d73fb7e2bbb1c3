package dev.heddle.symbolic.unroll;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;

/** Computations on registers, which hold numbers zero-extended to words. */
final class Computation {
  private final Terms terms;

  Computation(Terms terms) {
    this.terms = terms;
  }

  static boolean divides(BinaryOperator operator) {
    return switch (operator) {
      case UDIV, SDIV, UREM, SREM -> true;
      default -> false;
    };
  }

  private Term narrow(Term word, int bits) {
    return terms.extract(word, 0, bits);
  }

  private Term widen(Term value) {
    return terms.zeroExtend(value, Terms.WORD);
  }

  Term binary(Instruction.Binary i, Term left, Term right) {
    return widen(binary(i.operator(), narrow(left, i.bits()), narrow(right, i.bits())));
  }

  private Term binary(BinaryOperator operator, Term left, Term right) {
    return switch (operator) {
      case ADD -> terms.binary(Operator.ADD, left, right);
      case SUB -> terms.binary(Operator.SUB, left, right);
      case MUL -> terms.binary(Operator.MUL, left, right);
      case UDIV -> terms.binary(Operator.UDIV, left, right);
      case SDIV -> terms.binary(Operator.SDIV, left, right);
      case UREM -> terms.binary(Operator.UREM, left, right);
      case SREM -> terms.binary(Operator.SREM, left, right);
      case SHL -> terms.binary(Operator.SHL, left, right);
      case LSHR -> terms.binary(Operator.LSHR, left, right);
      case ASHR -> terms.binary(Operator.ASHR, left, right);
      case AND -> terms.binary(Operator.AND, left, right);
      case OR -> terms.binary(Operator.OR, left, right);
      case XOR -> terms.binary(Operator.XOR, left, right);
      default -> FloatingPoint.binary(terms, operator.ordinal(), left, right);
    };
  }

  Term compare(Instruction.Compare i, Term left, Term right) {
    Term a = narrow(left, i.bits());
    Term b = narrow(right, i.bits());
    return terms.number(relation(i.relation(), a, b));
  }

  Term relation(Relation relation, Term a, Term b) {
    return switch (relation) {
      case EQ -> terms.equal(a, b);
      case NE -> terms.not(terms.equal(a, b));
      case ULT -> terms.compare(Operator.ULT, a, b);
      case ULE -> terms.compare(Operator.ULE, a, b);
      case UGT -> terms.compare(Operator.ULT, b, a);
      case UGE -> terms.compare(Operator.ULE, b, a);
      case SLT -> terms.compare(Operator.SLT, a, b);
      case SLE -> terms.compare(Operator.SLE, a, b);
      case SGT -> terms.compare(Operator.SLT, b, a);
      case SGE -> terms.compare(Operator.SLE, b, a);
      default -> FloatingPoint.compare(terms, relation, a, b);
    };
  }

  Term convert(Instruction.Convert i, Term value) {
    return switch (i.conversion()) {
      case TRUNCATE -> widen(narrow(value, i.toBits()));
      case ZERO_EXTEND -> widen(narrow(value, i.fromBits()));
      case SIGN_EXTEND -> widen(terms.signExtend(narrow(value, i.fromBits()), i.toBits()));
      default ->
          widen(
              FloatingPoint.convert(
                  terms, i.conversion(), narrow(value, i.fromBits()), i.toBits()));
    };
  }
}
