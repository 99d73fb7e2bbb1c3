package dev.heddle.symbolic.term;

/** What a term is made by. */
public enum Operator {
  /** A number. */
  CONSTANT,
  /** A number that is not known. */
  VARIABLE,
  ADD,
  SUB,
  MUL,
  UDIV,
  SDIV,
  UREM,
  SREM,
  SHL,
  LSHR,
  ASHR,
  AND,
  OR,
  XOR,
  /** The bits from {@link Term#low} on. */
  EXTRACT,
  ZERO_EXTEND,
  SIGN_EXTEND,
  /** The first part has the higher bits. */
  CONCAT,
  /** The second or the third part, by the first; also of Booleans. */
  ITE,
  /** A computation on floating-point numbers; {@link Term#low} tells which. */
  FLOATING,
  // Booleans.
  TRUE,
  FALSE,
  BOOLEAN_VARIABLE,
  EQUAL,
  ULT,
  ULE,
  SLT,
  SLE,
  /** A comparison of floating-point numbers. */
  FLOATING_COMPARISON,
  NOT,
  BOTH,
  EITHER
}
