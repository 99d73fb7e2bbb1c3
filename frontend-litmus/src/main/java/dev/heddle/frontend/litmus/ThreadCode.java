package dev.heddle.frontend.litmus;

import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/** The code of one thread while it is read: registers get numbers, labels get places. */
final class ThreadCode {
  private static final String END = ".end";

  private record Mention(int instruction, String label, Token place) {}

  private final List<LitmusInstruction> instructions = new ArrayList<>();
  private final List<String> registers = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<Integer, Long> initial = new HashMap<>();
  private final Map<String, Integer> labels = new HashMap<>();
  private final List<Mention> mentions = new ArrayList<>();

  /** By instruction: where the condition of a branch stops to matter. */
  private final Map<Integer, String> joins = new HashMap<>();

  /** Registers whose declared type has eight bytes. */
  private final Set<Integer> wide = new HashSet<>();

  private int fresh;

  int register(String name) {
    return numbers.computeIfAbsent(
        name,
        any -> {
          registers.add(name);
          return registers.size() - 1;
        });
  }

  boolean hasRegister(String name) {
    return numbers.containsKey(name);
  }

  /** A register that the test does not know. */
  int fresh() {
    return register("." + fresh++);
  }

  Expression value(String name) {
    return Expression.register(register(name));
  }

  void start(int register, long value) {
    initial.put(register, value);
  }

  void declareWide(int register) {
    wide.add(register);
  }

  boolean isWide(int register) {
    return wide.contains(register);
  }

  void add(LitmusInstruction instruction) {
    instructions.add(instruction);
  }

  void assign(int register, Expression value) {
    add(new LitmusInstruction.Assign(register, value));
  }

  int size() {
    return instructions.size();
  }

  void label(String name, Token place) {
    if (labels.put(name, instructions.size()) != null) {
      throw new LitmusException.At(place, "label '" + name + "' stands here for the second time");
    }
  }

  /** A new label for code that is made here; {@link #place} puts it. */
  String freshLabel() {
    return "." + fresh++;
  }

  void place(String freshLabel) {
    labels.put(freshLabel, instructions.size());
  }

  void jump(String label, Token place) {
    mentions.add(new Mention(instructions.size(), label, place));
    add(new LitmusInstruction.Jump(-1));
  }

  /** Leaves the thread. */
  void jumpToEnd(Token place) {
    jump(END, place);
  }

  /** What comes now is done in any case. */
  void placeEnd() {
    place(END);
  }

  void branch(Expression condition, String label, Token place) {
    mentions.add(new Mention(instructions.size(), label, place));
    add(new LitmusInstruction.Branch(condition, -1));
  }

  /** A branch whose condition matters up to a label that is made here. */
  void branch(Expression condition, String label, String join, Token place) {
    joins.put(instructions.size(), join);
    branch(condition, label, place);
  }

  LitmusThread finish() {
    for (Mention mention : mentions) {
      Integer target = labels.get(mention.label());
      if (target == null) {
        throw new LitmusException.At(
            mention.place(), "there is no label '" + mention.label() + "' in this thread");
      }
      LitmusInstruction old = instructions.get(mention.instruction());
      instructions.set(
          mention.instruction(),
          old instanceof LitmusInstruction.Branch branch
              ? new LitmusInstruction.Branch(branch.condition(), target, join(mention))
              : new LitmusInstruction.Jump(target));
    }
    return new LitmusThread(instructions, registers, initial);
  }

  private int join(Mention branch) {
    String join = joins.get(branch.instruction());
    return join == null ? -1 : labels.get(join);
  }
}
