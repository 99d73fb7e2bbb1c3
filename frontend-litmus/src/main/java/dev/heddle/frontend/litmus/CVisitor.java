package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.AddressOfContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.AssignmentContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.BinaryContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.BlockContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.CallContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.CastContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ConditionalContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.DeclarationContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.DeclaratorContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.DeclaredContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.DereferenceContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.DoLoopContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ElementContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.EvaluatedContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ExpressionContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ForLoopContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.FunctionContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.LogicalContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.NameContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.NestedContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.NumberContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ParameterContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ParenthesesContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.StatementContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.StepContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.UnaryContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.WhileLoopContext;
import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.Operator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;

/**
 * C. Parameters are the addresses of the locations with their names, local variables are registers,
 * and each access to a location is an instruction of its own. Values are 64 bits wide.
 */
final class CVisitor {
  static final int SIZE = 8;
  static final Set<String> PLAIN = Set.of("NA", "Plain");

  private final ThreadCode code;
  private final TestMemory memory;
  private final CCalls calls;

  /** Parameters, and what they stand for. */
  private final Map<String, Expression> parameters = new HashMap<>();

  private final Set<String> locals = new HashSet<>();

  CVisitor(ThreadCode code, TestMemory memory) {
    this.code = code;
    this.memory = memory;
    this.calls = new CCalls(this, code);
  }

  void visit(FunctionContext function) {
    for (ParameterContext parameter : function.parameter()) {
      String name = parameter.ID(parameter.ID().size() - 1).getText();
      parameters.put(name, Expression.of(memory.address(name, parameter.getStart())));
    }
    block(function.block());
  }

  private void block(BlockContext block) {
    block.statement().forEach(this::statement);
  }

  private void statement(StatementContext statement) {
    if (statement instanceof NestedContext nested) {
      block(nested.block());
    } else if (statement instanceof ConditionalContext conditional) {
      conditional(conditional);
    } else if (statement instanceof WhileLoopContext loop) {
      String start = code.freshLabel();
      String end = code.freshLabel();
      code.place(start);
      branchUnless(value(loop.expression()), end, end, loop);
      statement(loop.statement());
      code.jump(start, loop.getStart());
      code.place(end);
    } else if (statement instanceof DoLoopContext loop) {
      String start = code.freshLabel();
      code.place(start);
      statement(loop.statement());
      String end = code.freshLabel();
      code.branch(truth(value(loop.expression())), start, end, loop.getStart());
      code.place(end);
    } else if (statement instanceof ForLoopContext loop) {
      forLoop(loop);
    } else if (statement instanceof DeclaredContext declared) {
      declaration(declared.declaration());
    } else if (statement instanceof EvaluatedContext evaluated) {
      value(evaluated.expression());
    }
  }

  private void conditional(ConditionalContext conditional) {
    String otherwise = code.freshLabel();
    String end = code.freshLabel();
    branchUnless(value(conditional.expression()), otherwise, end, conditional);
    statement(conditional.statement(0));
    if (conditional.statement().size() > 1) {
      code.jump(end, conditional.getStart());
      code.place(otherwise);
      statement(conditional.statement(1));
    } else {
      code.place(otherwise);
    }
    code.place(end);
  }

  private void forLoop(ForLoopContext loop) {
    if (loop.declaration() != null) {
      declaration(loop.declaration());
    }
    String start = code.freshLabel();
    String end = code.freshLabel();
    code.place(start);
    int before = indexOf(loop, loop.expression(0));
    int semicolons = 0;
    for (int i = 0; i < before; i++) {
      semicolons += loop.getChild(i).getText().equals(";") ? 1 : 0;
    }
    boolean hasCondition = !loop.expression().isEmpty() && semicolons == 1;
    if (hasCondition) {
      branchUnless(value(loop.expression(0)), end, end, loop);
    }
    statement(loop.statement());
    int step = hasCondition ? 1 : 0;
    if (loop.expression().size() > step) {
      value(loop.expression(step));
    }
    code.jump(start, loop.getStart());
    code.place(end);
  }

  private static int indexOf(ForLoopContext loop, ExpressionContext expression) {
    for (int i = 0; i < loop.getChildCount(); i++) {
      if (loop.getChild(i) == expression) {
        return i;
      }
    }
    return 0;
  }

  private void branchUnless(Expression condition, String label, String join, ParserRuleContext at) {
    code.branch(condition.then(Operator.EQ, 0), label, join, at.getStart());
  }

  private void declaration(DeclarationContext declaration) {
    if (declaration.expression() != null) {
      value(declaration.expression());
      return;
    }
    for (DeclaratorContext declarator : declaration.declarator()) {
      String name = declarator.ID().getText();
      locals.add(name); // in C a variable is known in its own initializer
      parameters.remove(name);
      Expression value =
          declarator.expression() == null ? Expression.of(0) : value(declarator.expression());
      code.assign(code.register(name), value);
    }
  }

  /** One or zero. */
  private static Expression truth(Expression value) {
    return value.then(Operator.NE, 0);
  }

  /** A register for a value that must not change by what follows. */
  private Expression keep(Expression value) {
    int register = code.fresh();
    code.assign(register, value);
    return Expression.register(register);
  }

  Expression load(Expression address, Set<String> tags) {
    int register = code.fresh();
    code.add(new LitmusInstruction.Load(register, address, SIZE, true, false, tags));
    return Expression.register(register);
  }

  Expression value(ExpressionContext expression) {
    if (expression instanceof NumberContext number) {
      return Expression.of(Numbers.of(number.NUMBER().getSymbol()));
    }
    if (expression instanceof NameContext name) {
      return name(name);
    }
    if (expression instanceof ParenthesesContext parentheses) {
      return value(parentheses.expression());
    }
    if (expression instanceof CastContext cast) {
      return value(cast.expression());
    }
    if (expression instanceof CallContext call) {
      return calls.visit(call);
    }
    if (expression instanceof AddressOfContext addressOf) {
      return address(addressOf.expression());
    }
    if (expression instanceof DereferenceContext || expression instanceof ElementContext) {
      return load(address(expression), PLAIN);
    }
    if (expression instanceof UnaryContext unary) {
      return unary(unary);
    }
    if (expression instanceof BinaryContext binary) {
      Expression left = value(binary.expression(0));
      Expression right = value(binary.expression(1));
      Operator operator = operator(binary.getChild(1).getText(), binary);
      boolean isStep = operator == Operator.ADD || operator == Operator.SUB;
      if (isStep && isPointer(binary.expression(0)) && !isPointer(binary.expression(1))) {
        right = right.then(Operator.MUL, SIZE);
      }
      return left.then(operator, right);
    }
    if (expression instanceof LogicalContext logical) {
      return logical(logical);
    }
    if (expression instanceof StepContext step) {
      boolean up = step.getChild(1).getText().equals("++");
      Expression old = keep(value(step.expression()));
      assign(step.expression(), old.then(up ? Operator.ADD : Operator.SUB, 1));
      return old;
    }
    return assignment((AssignmentContext) expression);
  }

  /** Whether an expression is a parameter, or leads to one: these point to locations. */
  private boolean isPointer(ExpressionContext expression) {
    return expression instanceof ParenthesesContext parentheses
        ? isPointer(parentheses.expression())
        : expression instanceof NameContext name && parameters.containsKey(name.getText());
  }

  private Expression name(NameContext context) {
    String name = context.ID().getText();
    Expression parameter = parameters.get(name);
    if (parameter != null) {
      return parameter;
    }
    if (!locals.contains(name) && code.hasRegister(name)) {
      return code.value(name); // the initial state gives it a value
    }
    if (!locals.contains(name) && memory.has(name)) {
      return Expression.of(memory.address(name, context.getStart()));
    }
    if (!locals.contains(name)) {
      throw new LitmusException.At(context.getStart(), "'" + name + "' is not declared here");
    }
    return code.value(name);
  }

  private Expression unary(UnaryContext unary) {
    Expression operand = value(unary.expression());
    return switch (unary.getChild(0).getText()) {
      case "-" -> Expression.of(0).then(Operator.SUB, operand);
      case "!" -> operand.then(Operator.EQ, 0);
      case "~" -> operand.then(Operator.XOR, -1);
      default -> operand;
    };
  }

  private static Operator operator(String text, ParserRuleContext at) {
    return switch (text) {
      case "+" -> Operator.ADD;
      case "-" -> Operator.SUB;
      case "*" -> Operator.MUL;
      case "/" -> Operator.DIV;
      case "%" -> Operator.REM;
      case "&" -> Operator.AND;
      case "|" -> Operator.OR;
      case "^" -> Operator.XOR;
      case "<<" -> Operator.SHL;
      case ">>" -> Operator.SAR;
      case "<" -> Operator.LT;
      case "<=" -> Operator.LE;
      case ">" -> Operator.GT;
      case ">=" -> Operator.GE;
      case "==" -> Operator.EQ;
      case "!=" -> Operator.NE;
      default ->
          throw new LitmusException.At(at.getStart(), "operator " + text + " is not supported");
    };
  }

  /** The right side runs only if the left one does not decide. */
  private Expression logical(LogicalContext logical) {
    boolean and = logical.getChild(1).getText().equals("&&");
    int result = code.fresh();
    code.assign(result, truth(value(logical.expression(0))));
    String end = code.freshLabel();
    Expression decided = Expression.register(result).then(and ? Operator.EQ : Operator.NE, 0);
    code.branch(decided, end, end, logical.getStart());
    code.assign(result, truth(value(logical.expression(1))));
    code.place(end);
    return Expression.register(result);
  }

  private Expression assignment(AssignmentContext assignment) {
    String operator = assignment.getChild(1).getText();
    ExpressionContext target = assignment.expression(0);
    Expression value;
    if (operator.equals("=")) {
      value = value(assignment.expression(1));
    } else {
      Expression old = keep(value(target));
      Operator combined = operator(operator.substring(0, 1), assignment);
      value = old.then(combined, value(assignment.expression(1)));
    }
    assign(target, value);
    return value;
  }

  /** Stores into a variable or through a pointer. */
  void assign(ExpressionContext target, Expression value) {
    if (target instanceof ParenthesesContext parentheses) {
      assign(parentheses.expression(), value);
    } else if (target instanceof NameContext name && !parameters.containsKey(name.getText())) {
      locals.add(name.getText());
      code.assign(code.register(name.getText()), value);
    } else if (target instanceof DereferenceContext || target instanceof ElementContext) {
      code.add(new LitmusInstruction.Store(address(target), value, SIZE, PLAIN));
    } else {
      throw new LitmusException.At(
          target.getStart(), "'" + target.getText() + "' cannot be assigned to");
    }
  }

  /** The address of what an expression stands for. */
  Expression address(ExpressionContext expression) {
    if (expression instanceof ParenthesesContext parentheses) {
      return address(parentheses.expression());
    }
    if (expression instanceof DereferenceContext dereference) {
      return value(dereference.expression());
    }
    if (expression instanceof ElementContext element) {
      Expression base = value(element.expression(0));
      Expression index = value(element.expression(1));
      return base.then(Operator.ADD, index.then(Operator.MUL, SIZE));
    }
    if (expression instanceof NameContext name && parameters.containsKey(name.getText())) {
      return parameters.get(name.getText());
    }
    throw new LitmusException.At(
        expression.getStart(),
        "the address of '" + expression.getText() + "' is not supported here");
  }

  /** Whether an expression is just the name of a location's address. */
  boolean isParameter(ExpressionContext expression) {
    return expression instanceof NameContext name && parameters.containsKey(name.getText());
  }

  /** The local variable behind {@code &r}, or null. */
  String localBehind(ExpressionContext expression) {
    if (expression instanceof AddressOfContext addressOf
        && addressOf.expression() instanceof NameContext name
        && locals.contains(name.getText())) {
      return name.getText();
    }
    return null;
  }
}
