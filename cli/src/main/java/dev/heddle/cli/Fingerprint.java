package dev.heddle.cli;

import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Short names for contents: equal ones have equal names, and others have others. */
final class Fingerprint {
  private Fingerprint() {}

  static String of(byte[] content) {
    return "sha256:" + HexFormat.of().formatHex(digest().digest(content));
  }

  /** For hashes of contents that come piece by piece. */
  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java has it.
    }
  }

  /** Of all that an execution depends on: the translated program and the options. */
  static String of(Program program, List<String> clangArguments, String model, int unroll) {
    String options = String.join("\0", clangArguments) + "\n" + model + "\n" + unroll + "\n";
    String text = options + ProgramPrinter.print(program);
    return of(text.getBytes(StandardCharsets.UTF_8));
  }
}
