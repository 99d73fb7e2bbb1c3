package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.AddressContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.ImmediateContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.InstructionContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.MemoryContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.OperandContext;
import dev.heddle.litmus.Expression;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;

/** What the visitors of assembly languages share: operands, and how to complain about them. */
abstract class AssemblyVisitor {
  private final ThreadCode code;
  private final TestMemory memory;

  AssemblyVisitor(ThreadCode code, TestMemory memory) {
    this.code = code;
    this.memory = memory;
  }

  ThreadCode code() {
    return code;
  }

  TestMemory memory() {
    return memory;
  }

  /** Turns one instruction into Heddle's. */
  final void visit(InstructionContext instruction) {
    Call call = new Call(instruction);
    if (!visit(call.mnemonic(), call)) {
      throw new LitmusException.At(
          instruction.getStart(), "instruction '" + call.mnemonic() + "' is not supported");
    }
  }

  /** False if there is no such instruction. */
  abstract boolean visit(String mnemonic, Call call);

  /** Puts what an observed register holds into the form in which it is shown. */
  void observe(int register) {}

  /**
   * How a register is called in this test's threads whatever its width, or null if the word is no
   * register.
   */
  abstract String register(String word);

  /** How reports call a register: as herd does, so that results can be compared line by line. */
  String reported(String word) {
    return register(word);
  }

  /** An instruction with its operands. */
  final class Call {
    private final InstructionContext context;
    private final List<OperandContext> operands;

    Call(InstructionContext context) {
      this.context = context;
      this.operands = context.operand();
    }

    String mnemonic() {
      return context.ID().getText().toUpperCase(Locale.ROOT);
    }

    Token place() {
      return context.getStart();
    }

    int count() {
      return operands.size();
    }

    Token place(int index) {
      return index < operands.size() ? operands.get(index).getStart() : context.getStop();
    }

    LitmusException.At expected(int index, String what) {
      String found = index < operands.size() ? "'" + text(index) + "'" : "no more operands";
      return new LitmusException.At(
          place(index), mnemonic() + ": expected " + what + " but found " + found);
    }

    void requireCount(int... allowed) {
      for (int each : allowed) {
        if (count() == each) {
          return;
        }
      }
      throw new LitmusException.At(
          context.getStart(), mnemonic() + " does not take " + count() + " operands here");
    }

    String text(int index) {
      return operands.get(index).getText();
    }

    /** The operand as a single word, or null. */
    String word(int index) {
      if (index >= count()) {
        return null;
      }
      OperandContext operand = operands.get(index);
      return operand.word().size() == 1 && operand.immediate() == null && operand.memory() == null
          ? operand.word(0).getText()
          : null;
    }

    String requireWord(int index, String what) {
      String word = word(index);
      if (word == null) {
        throw expected(index, what);
      }
      return word;
    }

    boolean isRegister(int index) {
      return word(index) != null && AssemblyVisitor.this.register(word(index)) != null;
    }

    /** The number of a register. */
    int register(int index) {
      if (!isRegister(index)) {
        throw expected(index, "a register");
      }
      return code.register(AssemblyVisitor.this.register(word(index)));
    }

    Expression value(int index) {
      return Expression.register(register(index));
    }

    boolean isImmediate(int index) {
      return index < count()
          && operands.get(index).immediate() != null
          && operands.get(index).word().isEmpty();
    }

    long immediate(int index) {
      if (!isImmediate(index)) {
        throw expected(index, "a number");
      }
      return Numbers.of(operands.get(index).immediate());
    }

    Expression registerOrImmediate(int index) {
      return isImmediate(index) ? Expression.of(immediate(index)) : value(index);
    }

    boolean isMemory(int index) {
      return index < count() && operands.get(index).memory() != null;
    }

    MemoryContext memory(int index) {
      if (!isMemory(index)) {
        throw expected(index, "an address in brackets");
      }
      return operands.get(index).memory();
    }

    /** The words and the number of an operand such as {@code LSL #2}; the number may be null. */
    List<String> words(int index) {
      return operands.get(index).word().stream()
          .map(word -> word.getText().toUpperCase(Locale.ROOT))
          .toList();
    }

    ImmediateContext trailingImmediate(int index) {
      return operands.get(index).immediate();
    }
  }

  /** Complains about an address. */
  static LitmusException.At wrongAddress(ParseTree tree, Token place) {
    return new LitmusException.At(place, "the address '" + tree.getText() + "' is not supported");
  }

  /** A register or a location that an address names. */
  Expression base(String word, Token place) {
    String register = register(word);
    return register != null ? code.value(register) : Expression.of(memory.address(word, place));
  }

  static boolean hasOffset(AddressContext address) {
    return address.getChildCount() > 1;
  }
}
