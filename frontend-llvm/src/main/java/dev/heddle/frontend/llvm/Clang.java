package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Makes bitcode of a file in a process of its own.
 *
 * <p>Files that are LLVM's already go through a process too: a broken one can make LLVM abort, and
 * that must not take the virtual machine along.
 */
final class Clang {
  /**
   * One target for all machines: the program is not run on this one, and its meaning should not
   * depend on it. The code stays as the user wrote it: nothing is optimised, local variables are in
   * memory, and values keep their names.
   */
  private static final List<String> OPTIONS =
      List.of(
          "--target=x86_64-unknown-linux-gnu",
          "-O0",
          "-Xclang",
          "-disable-O0-optnone",
          "-fno-vectorize",
          "-fno-slp-vectorize",
          "-fno-builtin",
          "-fno-delete-null-pointer-checks",
          "-fno-discard-value-names",
          "-fno-stack-protector",
          "-g",
          "-w",
          "-fno-color-diagnostics",
          "-nostdlibinc");

  /** What there is no library for is not to be used: exceptions, and types at run time. */
  private static final List<String> CPP_OPTIONS =
      List.of("-nostdinc++", "-fno-exceptions", "-fno-rtti");

  private final NativeFiles files;

  Clang(NativeFiles files) {
    this.files = files;
  }

  /**
   * Compiles a source file.
   *
   * @param headers the folder of Heddle's own headers
   * @param arguments the user's, which come last and win
   */
  byte[] compile(Path source, Path headers, List<String> arguments) throws InputException {
    List<String> command = new ArrayList<>();
    command.add(files.clang().toString());
    command.addAll(OPTIONS);
    command.add("-resource-dir");
    command.add(files.resources().toString());
    if (isCpp(source) || arguments.contains("-xc++")) {
      command.addAll(CPP_OPTIONS);
      command.add("-isystem");
      command.add(headers.resolve(Headers.CPP).toString());
    }
    command.add("-isystem");
    command.add(headers.toString());
    command.addAll(arguments);
    command.addAll(List.of("-c", "-emit-llvm", "-o", "-", source.toString()));
    return run(command, source, "does not compile");
  }

  private static boolean isCpp(Path source) {
    String name = source.toString().toLowerCase(Locale.ROOT);
    return Stream.of(".cc", ".cpp", ".cxx", ".c++", ".ii").anyMatch(name::endsWith);
  }

  /** Reads LLVM assembly or bitcode. */
  byte[] assemble(Path file) throws InputException {
    return run(
        List.of(files.linker().toString(), "-o", "-", file.toString()),
        file,
        "is not valid LLVM code");
  }

  private static byte[] run(List<String> command, Path input, String complaint)
      throws InputException {
    Process process = null;
    try {
      process = new ProcessBuilder(command).start();
      process.getOutputStream().close();
      Diagnostics diagnostics = new Diagnostics(process);
      diagnostics.start();
      byte[] bitcode;
      try (InputStream out = process.getInputStream()) {
        bitcode = out.readAllBytes();
      }
      int status = process.waitFor();
      diagnostics.join();
      if (status != 0) {
        throw new InputException(
            input + ": " + complaint + "\n" + diagnostics.text.stripTrailing());
      }
      return bitcode;
    } catch (IOException e) {
      throw new InputException(input + ": cannot run " + command.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(input + ": interrupted", e);
    } finally {
      if (process != null) {
        process.destroy();
      }
    }
  }

  /** Takes in what the process says, so that it never waits for a reader. */
  private static final class Diagnostics extends Thread {
    private final Process process;
    private String text = "";

    Diagnostics(Process process) {
      super("diagnostics");
      this.process = process;
    }

    @Override
    public void run() {
      try (InputStream in = process.getErrorStream()) {
        text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        text = e.toString();
      }
    }
  }
}
