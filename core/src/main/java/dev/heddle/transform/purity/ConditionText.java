package dev.heddle.transform.purity;

import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes conditions on registers the way the source might put them. */
final class ConditionText {
  private final Program program;
  private final Definitions definitions;

  ConditionText(Program program, Definitions definitions) {
    this.program = program;
    this.definitions = definitions;
  }

  String of(List<Conjunction> disjuncts) {
    List<String> parts = new ArrayList<>();
    disjuncts.forEach(disjunct -> parts.add(of(disjunct)));
    return String.join(" or ", parts);
  }

  private String of(Conjunction conjunction) {
    if (conjunction.literals().isEmpty()) {
      return "it is reached";
    }
    List<String> parts = new ArrayList<>();
    conjunction.literals().forEach(literal -> parts.add(of(literal)));
    return String.join(" and ", parts);
  }

  /** What must hold so that none of some conditions does. */
  String negationOf(List<Conjunction> disjuncts) {
    List<String> parts = new ArrayList<>();
    for (Conjunction disjunct : disjuncts) {
      List<String> alternatives = new ArrayList<>();
      disjunct.literals().forEach(literal -> alternatives.add(of(literal.negated())));
      parts.add(alternatives.isEmpty() ? "nothing" : String.join(" or ", alternatives));
    }
    return String.join(" and ", parts);
  }

  private String of(Literal literal) {
    Atom atom = literal.atom();
    if (atom instanceof Atom.Comparison c) {
      return value(c.left(), false)
          + " "
          + relation(c, literal.holds())
          + " "
          + value(c.right(), true);
    }
    if (atom instanceof Atom.Unchanged u) {
      String operator = u.operator() == Instruction.RmwOperator.OR ? " | " : " & ";
      String content = value(u.content(), false);
      return (content + operator + value(u.operand(), true))
          + ((literal.holds() ? " == " : " != ") + content);
    }
    return bit(((Atom.Bit) atom).value(), literal.holds());
  }

  private String bit(Value value, boolean isSet) {
    Instruction definition = definitions.of(value);
    if (definition instanceof Instruction.CompareExchange i) {
      return "the compare-exchange at " + i.location() + (isSet ? " succeeds" : " fails");
    }
    String name = value(value, false);
    boolean isTruth = definition instanceof Instruction.Load i && i.bytes() == 1;
    return name + (isTruth ? isSet ? " is true" : " is false" : isSet ? " is odd" : " is even");
  }

  private static String relation(Atom.Comparison c, boolean holds) {
    return switch (c.relation()) {
      case EQ -> holds ? "==" : "!=";
      case ULT, SLT -> holds ? "<" : ">=";
      default -> (holds ? "" : "not ") + c.relation().name().toLowerCase(Locale.ROOT);
    };
  }

  private String value(Value value, boolean isRight) {
    if (value instanceof Value.Constant constant) {
      return Long.toString(
          (int) constant.bits() == constant.bits() ? constant.bits() : (int) constant.bits());
    }
    if (value instanceof Value.GlobalAddress address) {
      return "&" + program.globals().get(address.global()).name();
    }
    Instruction definition = definitions.of(value);
    if (definition instanceof Instruction.Load i) {
      return place(i.address(), i.bytes(), i.location());
    }
    if (definition instanceof Instruction.ReadModifyWrite i) {
      return place(i.address(), i.bytes(), i.location());
    }
    if (definition instanceof Instruction.CompareExchange i) {
      return place(i.address(), i.bytes(), i.location());
    }
    if (definition instanceof Instruction.Binary i) {
      return "("
          + value(i.left(), false)
          + " "
          + i.operator().name().toLowerCase(Locale.ROOT)
          + " "
          + value(i.right(), true)
          + ")";
    }
    if (definition instanceof Instruction.Convert i) {
      return value(i.value(), isRight);
    }
    return "a local value";
  }

  private String place(Value address, int bytes, Location location) {
    if (address instanceof Value.GlobalAddress place) {
      Global global = program.globals().get(place.global());
      return global.name() + program.types().pathTo(global.type(), place.offset(), bytes);
    }
    return "what is read at " + location;
  }
}
