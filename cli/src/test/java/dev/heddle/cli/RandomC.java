package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random program of one thread that computes and prints: integers of all widths, floating point,
 * casts, bit-fields, unions, arrays, memcpy, calls, loops, and formats of printf. It does nothing
 * that C leaves undefined or to the machine, but for what {@code -fwrapv} and x86-64 define.
 */
final class RandomC {
  private static final List<String> INTEGERS =
      List.of(
          "signed char",
          "unsigned char",
          "short",
          "unsigned short",
          "int",
          "unsigned",
          "long",
          "unsigned long",
          "_Bool");

  private static final List<String> FORMATS =
      List.of("%d", "%u", "%x", "%#x", "%o", "%5d", "%-7d|", "%05d", "%+d", "% d", "%.3d", "%X");

  private final Random random;
  private final StringBuilder text = new StringBuilder();
  private final List<String> variables = new ArrayList<>();
  private final List<String> types = new ArrayList<>();
  private final List<String> floats = new ArrayList<>();
  private int loops;

  private RandomC(long seed) {
    random = new Random(seed);
  }

  static String of(long seed) {
    return new RandomC(seed).program();
  }

  private String program() {
    line("#include <stdio.h>");
    line("#include <string.h>");
    line("#include <stdlib.h>");
    line("struct fields { int a : 5; unsigned b : 7; signed char c : 3; unsigned long d : 33; };");
    line("union view { unsigned long u; unsigned char bytes[8]; double d; int half[2]; };");
    line("static unsigned long hash = 5381;");
    line("static void note(unsigned long x) { hash = hash * 33 + x; }");
    function();
    line("int main(void) {");
    declarations();
    int statements = 10 + random.nextInt(25);
    for (int i = 0; i < statements; i++) {
      statement(0);
    }
    for (int i = 0; i < variables.size(); i++) {
      line("printf(\"@=%ld \", (long)@);", variables.get(i), variables.get(i));
      line("note((unsigned long)@);", variables.get(i));
    }
    for (String name : floats) {
      line("printf(\"@=%.9g \", (double)@);", name, name);
    }
    line("printf(\"fields=%d,%u,%d,%lu \", s.a, s.b, s.c, (unsigned long)s.d);");
    line("printf(\"view=%lx array=%ld hash=%lx\\n\", w.u, array[3], hash);");
    // Ends in a violation, so that what was printed is shown.
    line("abort();");
    line("}");
    return text.toString();
  }

  /** A line in which each {@code @} stands for one of the words. */
  private void line(String pattern, Object... words) {
    int next = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      text.append(c == '@' ? words[next++].toString() : String.valueOf(c));
    }
    text.append('\n');
  }

  private void function() {
    String result = type();
    line("static @ twist(@ a, @ b) {", result, type(), type());
    line("  if ((a & 1) != 0) return (@)(a ^ (b << 1 & 0xff));", result);
    line("  return (@)(@);", result, pick(List.of("a - b", "a + 3 * b", "~a", "a | b", "-a")));
    line("}");
  }

  private String type() {
    return pick(INTEGERS);
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private void declarations() {
    for (int i = 0; i < 6; i++) {
      String name = "v" + i;
      String type = type();
      line("@ @ = (@)@;", type, name, type, constant());
      variables.add(name);
      types.add(type);
    }
    for (int i = 0; i < 3; i++) {
      line("@ f@ = @;", random.nextBoolean() ? "double" : "float", i, decimal());
      floats.add("f" + i);
    }
    line("struct fields s = {@, @, @, @};", small(15), small(127), small(3), small(99999));
    line("union view w; w.u = @;", constant());
    line("long array[8] = {@, @, @};", small(1000), small(1000), small(1000));
  }

  private int small(int most) {
    return random.nextInt(most + 1);
  }

  private String constant() {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt(10) + "";
      case 1 -> "(-" + (1 + random.nextInt(300)) + ")";
      case 2 -> random.nextInt(1 << 30) + "";
      case 3 -> Long.toUnsignedString(random.nextLong()) + "ul";
      default -> pick(List.of("2147483647", "(-2147483647 - 1)", "255", "65535", "-1", "1ul"));
    };
  }

  private String decimal() {
    return pick(List.of("0.5", "-1.25", "3.141592653589793", "1e10", "-2e-3", "100.0", "0.0"));
  }

  private void statement(int depth) {
    int kind = random.nextInt(depth < 2 ? 14 : 9);
    int target = random.nextInt(variables.size());
    String name = variables.get(target);
    switch (kind) {
      case 0, 1, 2 -> line("@ = (@)(@);", name, types.get(target), integer(3));
      case 3 -> line("@ = @;", pick(floats), floating(2));
      case 4 -> line("s.@ = @;", pick(List.of("a", "b", "c", "d")), integer(2));
      case 5 ->
          line(
              "w.@;",
              random.nextBoolean()
                  ? "bytes[" + random.nextInt(8) + "] = (unsigned char)(" + integer(2) + ")"
                  : "half[" + random.nextInt(2) + "] = (int)(" + integer(2) + ")");
      case 6 -> line("array[@ & 7] = @;", integer(1), integer(2));
      case 7 -> print();
      case 8 -> line("memcpy(&w.u, &array[@], @);", random.nextInt(7), 1 + random.nextInt(8));
      case 9, 10 -> {
        line("if (@) {", integer(2));
        statement(depth + 1);
        line("} else {");
        statement(depth + 1);
        line("}");
      }
      case 11 -> {
        int loop = loops++;
        line("for (int i@ = 0; i@ < @; i@++) {", loop, loop, 1 + random.nextInt(6), loop);
        statement(depth + 1);
        line("note((unsigned long)i@ + (unsigned long)@);", loop, name);
        line("}");
      }
      case 12 -> {
        line("switch ((int)(@) & 3) {", integer(2));
        line("case 0: @ ^= 1; break;", name);
        line("case 1: @ += 3; /* falls through */", name);
        line("case 2: note(2); break;");
        line("default: @ = 0;", name);
        line("}");
      }
      default -> line("note((unsigned long)(@) + (@ ? 1 : 2));", integer(3), floatTest());
    }
  }

  private void print() {
    if (random.nextInt(3) == 0) {
      String how = pick(List.of("%f", "%e", "%g", "%.3f", "%10.2f", "%-12.4e|", "%a", "%G"));
      line("printf(\"@ \", (double)(@));", how, floating(2));
    } else if (random.nextInt(3) == 0) {
      line(
          "printf(\"@ \", (unsigned char)(@), \"text\", (unsigned long)(@));",
          pick(List.of("%hhu %.3s %lx", "%1$hhu %3$lu %2$s", "%3d %6s %lo")),
          integer(2),
          integer(2));
    } else {
      line("printf(\"@ \", (int)(@));", pick(FORMATS), integer(2));
    }
  }

  /** An expression of an integer type; every operation is defined for all operands. */
  private String integer(int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return switch (random.nextInt(6)) {
        case 0 -> constant();
        // Some compilers compute with as many bits as a wide field has.
        case 1 -> pick(List.of("s.a", "s.b", "s.c", "(unsigned long)s.d"));
        case 2 -> "w." + pick(List.of("u", "bytes[3]", "half[1]"));
        case 3 -> "array[" + random.nextInt(8) + "]";
        default -> pick(variables);
      };
    }
    String a = integer(depth - 1);
    String b = integer(depth - 1);
    return switch (random.nextInt(12)) {
      case 0, 1 -> "(" + a + " " + pick(List.of("+", "-", "*", "&", "|", "^")) + " " + b + ")";
      // Not by zero, and not the least number by -1.
      case 2 -> "((long)(" + a + ") / (((long)(" + b + ") & 0xffff) + 2))";
      case 3 -> "((unsigned long)(" + a + ") % (((unsigned long)(" + b + ") & 0xfff) + 1))";
      case 4 -> "((unsigned)(" + a + ") " + pick(List.of("<<", ">>")) + " ((" + b + ") & 31))";
      case 5 -> "((long)(" + a + ") >> ((" + b + ") & 63))";
      case 6 -> "(" + a + " " + pick(List.of("<", ">", "<=", ">=", "==", "!=")) + " " + b + ")";
      case 7 -> "(" + a + " ? " + b + " : " + integer(depth - 1) + ")";
      case 8 -> "(" + type() + ")(" + a + ")";
      case 9 -> pick(List.of("-", "~", "!")) + "(" + a + ")";
      case 10 -> "twist(" + a + ", " + b + ")";
      default -> "(" + a + pick(List.of(" && ", " || ")) + b + ")";
    };
  }

  private String floating(int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return random.nextBoolean() ? pick(floats) : decimal();
    }
    String a = floating(depth - 1);
    return switch (random.nextInt(4)) {
      case 0 -> "(" + a + pick(List.of(" + ", " - ", " * ")) + floating(depth - 1) + ")";
      case 1 -> "(" + a + " / 3.0)";
      case 2 -> "(double)(int)(" + integer(1) + ")";
      default -> "(float)(" + a + ")";
    };
  }

  private String floatTest() {
    return floating(1) + pick(List.of(" < ", " >= ", " == ", " != ")) + floating(1);
  }
}
