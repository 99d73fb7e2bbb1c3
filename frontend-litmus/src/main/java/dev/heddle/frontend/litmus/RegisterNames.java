package dev.heddle.frontend.litmus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of the registers of each architecture, and the one under which a thread keeps a
 * register that has several. Tables, because each operand of a test is looked up.
 */
final class RegisterNames {
  private RegisterNames() {}

  static Map<String, String> ppc() {
    Map<String, String> names = new HashMap<>();
    number(names, "r", 0, 31, "r", 0);
    return names;
  }

  static Map<String, String> riscv() {
    Map<String, String> names = new HashMap<>();
    names.put("zero", "x0");
    number(names, "x", 0, 31, "x", 0);
    number(names, "t", 0, 2, "x", 5);
    number(names, "t", 3, 6, "x", 28);
    number(names, "s", 0, 1, "x", 8);
    number(names, "s", 2, 11, "x", 18);
    number(names, "a", 0, 7, "x", 10);
    return names;
  }

  static Map<String, String> aarch64() {
    Map<String, String> names = new HashMap<>();
    number(names, "X", 0, 30, "X", 0);
    number(names, "W", 0, 30, "X", 0);
    names.put("XZR", "XZR");
    names.put("WZR", "XZR");
    names.put("SP", "SP");
    names.put("WSP", "SP");
    return names;
  }

  static Map<String, String> x86() {
    Map<String, String> names = new HashMap<>();
    for (String name : List.of("AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP")) {
      for (String width : List.of("", "E", "R")) {
        names.put(width + name, "E" + name);
      }
    }
    for (String letter : List.of("A", "B", "C", "D")) {
      names.put(letter + "L", "E" + letter + "X");
    }
    for (int i = 8; i <= 15; i++) {
      for (String width : List.of("", "D", "W", "B")) {
        names.put("R" + i + width, "R" + i);
      }
    }
    return names;
  }

  /** The names from {@code first} to {@code last} are those of the registers from a number on. */
  private static void number(
      Map<String, String> names, String prefix, int first, int last, String register, int from) {
    for (int i = first; i <= last; i++) {
      names.put(prefix + i, register + (from + i - first));
    }
  }
}
