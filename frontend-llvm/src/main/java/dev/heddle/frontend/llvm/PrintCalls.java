package dev.heddle.frontend.llvm;

import dev.heddle.program.Instruction;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls that print what does not have to be read from memory first: these are one instruction. The
 * others are code of the {@link RuntimeLibrary}.
 */
final class PrintCalls {
  private PrintCalls() {}

  /** As {@link Library#translate}. */
  static Value translate(String function, LibraryCall call) {
    return switch (function) {
      case "printf" -> printf(call, 0);
      case "fprintf", "dprintf" -> printf(call, 1);
      case "puts" -> call.text(0).isEmpty() ? null : print(call, call.newText("%s\n"), 0);
      case "putchar" -> print(call, call.newText("%c"), 0);
      default -> null;
    };
  }

  private static Value printf(LibraryCall call, int format) {
    String text = call.text(format);
    return isSimple(text, format + 1, call) ? print(call, call.argument(format), format + 1) : null;
  }

  static Value print(LibraryCall call, Value format, int firstArgument) {
    List<Value> arguments = new ArrayList<>();
    for (int i = firstArgument; i < call.arguments(); i++) {
      arguments.add(call.argument(i));
    }
    Register length = call.builder().newRegister();
    call.builder().emit(new Instruction.Print(length, format, arguments, call.location()));
    return length;
  }

  /** Whether all of a format's conversions are of numbers and of constant texts. */
  private static boolean isSimple(String format, int firstArgument, LibraryCall call) {
    int argument = firstArgument;
    int i = 0;
    while (i < format.length()) {
      if (format.charAt(i++) != '%') {
        continue;
      }
      while (i < format.length() && "-+ #0123456789.lhzjt".indexOf(format.charAt(i)) >= 0) {
        i++;
      }
      char conversion = i < format.length() ? format.charAt(i++) : '?';
      if (conversion == '%') {
        continue;
      }
      boolean isNumber = "diouxXcpeEfFgG".indexOf(conversion) >= 0;
      boolean isText = conversion == 's' && !call.text(argument).isEmpty();
      if (argument >= call.arguments() || !(isNumber || isText)) {
        return false;
      }
      argument++;
    }
    return !format.isEmpty();
  }
}
