package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser.InitialItemContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.InitialStateContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.InitialValueContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.RegisterContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.TargetContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.antlr.v4.runtime.Token;

/** What registers and locations hold at the start, and their types. */
final class InitialState {
  private final TestMemory memory;
  private final List<ThreadCode> threads;
  private final UnaryOperator<String> registers;
  private final int commonSize;
  private final Map<List<?>, Long> values = new HashMap<>();

  private InitialState(
      TestMemory memory,
      List<ThreadCode> threads,
      UnaryOperator<String> registers,
      int commonSize) {
    this.memory = memory;
    this.threads = threads;
    this.registers = registers;
    this.commonSize = commonSize;
  }

  /**
   * @param registers how a register is called, or null for a word that is none
   * @param commonSize the size of all locations, or 0 if their types tell
   */
  static void read(
      InitialStateContext context,
      TestMemory memory,
      List<ThreadCode> threads,
      UnaryOperator<String> registers,
      int commonSize) {
    InitialState state = new InitialState(memory, threads, registers, commonSize);
    context.initialItem().forEach(state::item);
  }

  private void item(InitialItemContext item) {
    TargetContext target = item.target();
    if (target.register() != null) {
      register(target.register(), item);
      return;
    }
    String name = target.ID().getText();
    if (name.startsWith("%") && registers.apply(name) != null) {
      // The name of such a register tells which thread it belongs to.
      threads.forEach(thread -> register(thread, registers.apply(name), item));
      return;
    }
    int object = memory.object(name, target.getStart());
    int size = commonSize > 0 ? commonSize : elementSize(item);
    boolean isArray =
        target.ID() != null && target.getText().endsWith("]") && !target.getText().startsWith("[");
    int elements = 1;
    if (isArray && target.NUMBER() != null) {
      elements =
          Numbers.small(target.NUMBER().getSymbol(), TestMemory.MAX_ELEMENTS, "an array's size");
    }
    boolean declares = !item.typeWord().isEmpty();
    if (isArray && !declares && item.initialValue() != null) {
      set(object, elements, item.initialValue());
      return;
    }
    memory.declare(object, size, elements);
    if (item.initialValue() != null) {
      values(object, item.initialValue());
    }
  }

  private void values(int object, InitialValueContext value) {
    if (value.initialValue().isEmpty()) {
      set(object, 0, value);
      return;
    }
    for (int i = 0; i < value.initialValue().size(); i++) {
      set(object, i, value.initialValue(i));
    }
  }

  private void set(int object, int element, InitialValueContext given) {
    long value = value(given);
    requireOneValue(List.of(object, element), value, given);
    memory.set(object, element, value);
  }

  /**
   * @param place a location and an index, or a thread and the name of a register
   */
  private void requireOneValue(List<?> place, long value, InitialValueContext given) {
    Long other = values.putIfAbsent(place, value);
    if (other != null && other != value) {
      throw new LitmusException.At(
          given.getStart(), "a second initial value, other than the first, for one place");
    }
  }

  private void register(RegisterContext register, InitialItemContext item) {
    ThreadCode thread = threads.get(thread(register, threads.size()));
    String name = registers.apply(register.ID(register.ID().size() - 1).getText());
    if (name == null) {
      throw new LitmusException.At(
          register.getStart(), "'" + register.getText() + "' is not a register");
    }
    register(thread, name, item);
  }

  private void register(ThreadCode thread, String name, InitialItemContext item) {
    int number = thread.register(name);
    if (elementSize(item) == 8) {
      thread.declareWide(number);
    }
    if (item.initialValue() != null) {
      long value = value(item.initialValue());
      requireOneValue(List.of(threads.indexOf(thread), name), value, item.initialValue());
      thread.start(number, value);
    }
  }

  /** The thread that {@code 1:r2} or {@code P1:r2} is about. */
  static int thread(RegisterContext register, int count) {
    Token first = register.getStart();
    String text = first.getText();
    boolean named = text.matches("[Pp][0-9]{1,4}");
    if (!named && register.NUMBER() == null) {
      throw new LitmusException.At(first, "expected a thread such as 1 but found '" + text + "'");
    }
    int number =
        named
            ? Integer.parseInt(text.substring(1))
            : Numbers.small(register.NUMBER().getSymbol(), 1_000_000, "a thread's number");
    if (number >= count) {
      throw new LitmusException.At(
          first, "there is no thread " + number + "; the test has " + count);
    }
    return number;
  }

  private long value(InitialValueContext value) {
    if (value.constant() != null) {
      return Numbers.of(value.constant());
    }
    if (value.ID() == null) {
      throw new LitmusException.At(value.getStart(), "expected a number or a location");
    }
    String name = value.ID().getText();
    long address = memory.address(name, value.getStart());
    if (value.NUMBER() == null) {
      return address;
    }
    int index =
        Numbers.small(value.NUMBER().getSymbol(), TestMemory.MAX_ELEMENTS, "an array's index");
    int object = memory.object(name, value.getStart());
    int size = memory.elementSize(object);
    int known = commonSize > 0 ? commonSize : size;
    return address + (long) index * (known == 0 ? 4 : known);
  }

  /** By the words of the type; 0 if they do not tell. */
  private static int elementSize(InitialItemContext item) {
    if (item.typeWord().isEmpty()) {
      return 0;
    }
    boolean pointer = false;
    for (int i = 0; i < item.getChildCount(); i++) {
      pointer |= item.getChild(i).getText().equals("*");
    }
    if (pointer) {
      return 8;
    }
    String type = item.typeWord(item.typeWord().size() - 1).getText();
    if (type.matches(".*(int8_t|char|[bB]ool)")) {
      return 1;
    }
    if (type.matches(".*(int16_t|short)")) {
      return 2;
    }
    if (type.matches(".*(int64_t|intptr_t|long)")) {
      return 8;
    }
    return type.matches(".*(int|int32_t|unsigned|signed)") ? 4 : 0;
  }
}
