package dev.heddle.machine;

import dev.heddle.program.Location;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Code that grows at its end: words, the source line of each, memory orders, and constants. */
final class CodeBuffer {
  private int[] words = new int[1024];
  private Location[] locations = new Location[1024];
  private byte[] orders = new byte[1024];
  private int length;
  private final List<Long> constants = new ArrayList<>();
  private final Map<Long, Integer> constantIndex = new HashMap<>();

  /** Where the next word goes. */
  int length() {
    return length;
  }

  /** Appends an instruction. */
  void emit(Location at, int opcode, int... operands) {
    append(at, opcode);
    for (int operand : operands) {
      append(at, operand);
    }
  }

  /** Appends one word of an instruction. */
  void append(Location at, int word) {
    if (length == words.length) {
      words = Arrays.copyOf(words, 2 * length);
      locations = Arrays.copyOf(locations, 2 * length);
      orders = Arrays.copyOf(orders, 2 * length);
    }
    words[length] = word;
    locations[length++] = at;
  }

  /** Sets a word that was not known when it was appended. */
  void patch(int at, int word) {
    words[at] = word;
  }

  /** Notes the memory orders of the instruction that begins there, as {@link Orders} packs them. */
  void order(int instruction, byte packed) {
    orders[instruction] = packed;
  }

  /** The operand that stands for a constant; each constant is kept once. */
  int constant(long value) {
    int index =
        constantIndex.computeIfAbsent(
            value,
            v -> {
              constants.add(v);
              return constants.size() - 1;
            });
    return ~index;
  }

  int[] words() {
    return Arrays.copyOf(words, length);
  }

  Location[] locations() {
    return Arrays.copyOf(locations, length);
  }

  byte[] orders() {
    return Arrays.copyOf(orders, length);
  }

  long[] constants() {
    return constants.stream().mapToLong(Long::longValue).toArray();
  }
}
