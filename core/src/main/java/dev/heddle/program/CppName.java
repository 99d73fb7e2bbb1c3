package dev.heddle.program;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of C++ as people write them, from the form in which compilers hand them on.
 *
 * <p>Itanium C++ ABI, section 5.1. Deviations: functions come without their parameters and results,
 * template arguments that the library supplies are left out, and a name with an expression in it
 * (which templates can bring about) stays as it is.
 */
public final class CppName {
  /** Arguments that nobody writes. */
  private static final Pattern SUPPLIED =
      Pattern.compile(
          "std::(allocator|default_delete|less|hash|equal_to|char_traits|deque)<.*>|\\(lambda\\)");

  private final String text;
  private int at;
  private final List<String> substitutions = new ArrayList<>();
  private List<String> templateArguments = List.of();

  private CppName(String text) {
    this.text = text;
  }

  /** A symbol of a program; one that is not C++'s stays as it is. */
  public static String of(String symbol) {
    if (!symbol.startsWith("_Z")) {
      return symbol;
    }
    try {
      CppName name = new CppName(symbol);
      name.at = 2;
      return name.encoding();
    } catch (UnknownNameException e) {
      return symbol;
    }
  }

  /** A type, in the form that {@code typeid(…).name()} gives. */
  public static String ofType(String mangled) {
    try {
      CppName name = new CppName(mangled.startsWith("*") ? mangled.substring(1) : mangled);
      String type = name.type();
      return name.at == name.text.length() ? type : mangled;
    } catch (UnknownNameException e) {
      return mangled;
    }
  }

  /** The name has something in it that is not understood. */
  private static final class UnknownNameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownNameException() {
      super(null, null, false, false);
    }
  }

  // ---- Text ---------------------------------------------------------------------------------

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean takes(String expected) {
    boolean isNext = text.startsWith(expected, at);
    at += isNext ? expected.length() : 0;
    return isNext;
  }

  private void require(String expected) {
    if (!takes(expected)) {
      throw new UnknownNameException();
    }
  }

  private int number() {
    int begin = at;
    while (Character.isDigit(peek())) {
      at++;
    }
    if (begin == at || at - begin > 6) {
      throw new UnknownNameException();
    }
    return Integer.parseInt(text.substring(begin, at));
  }

  /** Numbers with an underscore behind, of which the first is empty: gives 0, 1, …. */
  private int sequence(int radix) {
    int begin = at;
    while (peek() != '_') {
      if (Character.digit(peek(), radix) < 0 || at - begin > 4) {
        throw new UnknownNameException();
      }
      at++;
    }
    String digits = text.substring(begin, at++);
    return digits.isEmpty() ? 0 : Integer.parseInt(digits, radix) + 1;
  }

  // ---- Names --------------------------------------------------------------------------------

  private String encoding() {
    if (takes("GV")) {
      return "guard of " + name();
    }
    if (takes("TW") || takes("TH")) {
      return name();
    }
    if (takes("TV")) {
      return "virtual functions of " + type();
    }
    if (takes("TI") || takes("TS")) {
      return "type information of " + type();
    }
    if (takes("Th") || takes("Tv")) {
      while (peek() != '_') {
        at++;
        if (peek() == 0) {
          throw new UnknownNameException();
        }
      }
      at++;
      return encoding();
    }
    return name();
  }

  private String name() {
    if (peek() == 'N') {
      return nestedName();
    }
    if (peek() == 'Z') {
      return localName();
    }
    String name;
    if (peek() == 'S' && text.charAt(Math.min(at + 1, text.length() - 1)) != 't') {
      name = substitution();
    } else {
      boolean isStandard = takes("St");
      name = (isStandard ? "std::" : "") + unqualifiedName("");
      if (peek() == 'I') {
        substitutions.add(name);
      }
    }
    return peek() == 'I' ? name + templateArguments() : name;
  }

  private String nestedName() {
    require("N");
    while ("rVKRO".indexOf(peek()) >= 0) {
      at++;
    }
    String prefix = "";
    while (!takes("E")) {
      if (peek() == 'S' && !text.startsWith("St", at)) {
        prefix = substitution();
      } else if (takes("St")) {
        prefix = "std";
      } else if (peek() == 'T') {
        prefix = templateParameter();
        substitutions.add(prefix);
      } else if (peek() == 'I') {
        prefix += templateArguments();
        if (peek() != 'E') {
          substitutions.add(prefix);
        }
      } else {
        String last = unqualifiedName(prefix);
        prefix = prefix.isEmpty() ? last : prefix + "::" + last;
        if (peek() != 'E') {
          substitutions.add(prefix);
        }
      }
    }
    return prefix;
  }

  private String localName() {
    require("Z");
    String function = encoding();
    while (peek() != 'E') {
      type();
    }
    require("E");
    if (takes("s")) {
      discriminator();
      return function;
    }
    if (takes("d")) {
      sequence(10);
    }
    String entity = name();
    discriminator();
    return function + "::" + entity;
  }

  private void discriminator() {
    if (takes("__")) {
      number();
      require("_");
    } else if (peek() == '_' && at + 1 < text.length() && Character.isDigit(text.charAt(at + 1))) {
      at += 2;
    }
  }

  private String unqualifiedName(String scope) {
    takes("L");
    String name;
    char first = peek();
    if (Character.isDigit(first)) {
      int length = number();
      if (at + length > text.length()) {
        throw new UnknownNameException();
      }
      name = text.substring(at, at + length);
      at += length;
      if (name.startsWith("_GLOBAL__N")) {
        name = "(anonymous)";
      }
    } else if (first == 'C' || first == 'D') {
      at += 2;
      String last = withoutArguments(scope);
      last = last.substring(last.lastIndexOf(':') + 1);
      name = first == 'C' ? last : "~" + last;
    } else if (takes("Ut")) {
      sequence(10);
      name = "(unnamed)";
    } else if (takes("Ul")) {
      while (peek() != 'E') {
        type();
      }
      at++;
      sequence(10);
      name = "(lambda)";
    } else if (takes("cv")) {
      name = "operator " + type();
    } else if (takes("li")) {
      name = "operator\"\" " + unqualifiedName(scope);
    } else {
      String code = text.substring(at, Math.min(at + 2, text.length()));
      String operator = CppAbbreviations.OPERATORS.get(code);
      if (operator == null) {
        throw new UnknownNameException();
      }
      at += 2;
      name = "operator" + operator;
    }
    while (takes("B")) {
      at += number(); // an ABI tag
    }
    return name;
  }

  private static String withoutArguments(String name) {
    int depth = 0;
    for (int i = name.length() - 1; i >= 0; i--) {
      char ch = name.charAt(i);
      depth += ch == '>' ? 1 : ch == '<' ? -1 : 0;
      if (depth == 0) {
        return ch == '<' ? name.substring(0, i) : name;
      }
    }
    return name;
  }

  // ---- Templates and substitutions ----------------------------------------------------------

  private String substitution() {
    require("S");
    String standard = CppAbbreviations.STANDARD.get(peek());
    if (standard != null) {
      at++;
      return standard;
    }
    return known(substitutions, sequence(36));
  }

  private String templateParameter() {
    require("T");
    int number = sequence(10);
    return number < templateArguments.size() ? templateArguments.get(number) : "auto";
  }

  private static String known(List<String> list, int index) {
    if (index >= list.size()) {
      throw new UnknownNameException();
    }
    return list.get(index);
  }

  private String templateArguments() {
    require("I");
    List<String> all = new ArrayList<>();
    arguments(all);
    templateArguments = List.copyOf(all);
    int shown = all.size();
    while (shown > 1 && SUPPLIED.matcher(all.get(shown - 1)).matches()) {
      shown--;
    }
    return "<" + String.join(", ", all.subList(0, shown)) + ">";
  }

  private void arguments(List<String> into) {
    while (!takes("E")) {
      if (takes("J")) {
        arguments(into);
      } else if (takes("L")) {
        into.add(literal());
      } else if (peek() == 'X') {
        throw new UnknownNameException();
      } else {
        into.add(type());
      }
    }
  }

  private String literal() {
    if (takes("_Z")) {
      String name = encoding();
      while (!takes("E")) {
        type();
      }
      return "&" + name;
    }
    String type = type();
    boolean isNegative = takes("n");
    int end = text.indexOf('E', at);
    if (end < 0) {
      throw new UnknownNameException();
    }
    String digits = text.substring(at, end);
    at = end + 1;
    if (type.equals("bool")) {
      return digits.equals("0") ? "false" : "true";
    }
    return (isNegative ? "-" : "") + digits;
  }

  // ---- Types --------------------------------------------------------------------------------

  private String type() {
    char first = peek();
    if (CppAbbreviations.BUILTIN.containsKey(first)) {
      at++;
      return CppAbbreviations.BUILTIN.get(first);
    }
    String type;
    switch (first) {
      case 'P' -> type = derived("*");
      case 'R' -> type = derived("&");
      case 'O' -> type = derived("&&");
      case 'K' -> {
        at++;
        String inner = type();
        type = inner.endsWith("*") ? inner + " const" : "const " + inner;
      }
      case 'V' -> {
        at++;
        type = "volatile " + type();
      }
      case 'F' -> type = functionType();
      case 'A' -> {
        at++;
        int length = number();
        require("_");
        type = type() + "[" + length + "]";
      }
      case 'M' -> {
        at++;
        String owner = type();
        type = type() + " " + owner + "::*";
      }
      case 'T' -> {
        type = templateParameter();
        if (peek() == 'I') {
          substitutions.add(type);
          type += templateArguments();
        }
      }
      case 'S' -> {
        if (text.startsWith("St", at)) {
          type = name();
        } else {
          type = substitution();
          if (peek() != 'I') {
            return type;
          }
          type += templateArguments();
        }
      }
      case 'D' -> {
        return decorated();
      }
      default -> type = name();
    }
    substitutions.add(type);
    return type.equals("std::__cxx11::basic_string<char>") ? "std::string" : type;
  }

  private String derived(String suffix) {
    at++;
    String inner = type();
    int call = inner.indexOf("(*)");
    return call >= 0 ? inner : inner + suffix;
  }

  private String functionType() {
    require("F");
    takes("Y");
    String result = type();
    List<String> parameters = new ArrayList<>();
    while (!takes("E")) {
      parameters.add(type());
      while (takes("R") || takes("O")) {
        // belongs to the function
      }
    }
    if (parameters.equals(List.of("void"))) {
      parameters.clear();
    }
    return result + " (*)(" + String.join(", ", parameters) + ")";
  }

  private String decorated() {
    at++;
    char kind = peek();
    at++;
    return switch (kind) {
      case 'n' -> "std::nullptr_t";
      case 'i' -> "char32_t";
      case 's' -> "char16_t";
      case 'u' -> "char8_t";
      case 'a', 'c' -> "auto";
      case 'p' -> type() + "...";
      case 'o' -> type(); // noexcept
      default -> throw new UnknownNameException();
    };
  }
}
