package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
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
          "-fno-crash-diagnostics",
          "-nostdlibinc",
          "-D__HEDDLE__=1");

  /** Messages quote the input, and that may hold anything. */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\ufffd&&[^\n\t]]");

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
    command.addAll(List.of("-c", "-emit-llvm", "-o", "-", argument(source)));
    return run(command, source, "does not compile");
  }

  private static boolean isCpp(Path source) {
    String name = source.toString().toLowerCase(Locale.ROOT);
    return Stream.of(".cc", ".cpp", ".cxx", ".c++", ".ii").anyMatch(name::endsWith);
  }

  /** Reads LLVM assembly or bitcode. */
  byte[] assemble(Path file) throws InputException {
    return run(
        List.of(files.linker().toString(), "-o", "-", argument(file)),
        file,
        "is not valid LLVM code");
  }

  /** The file's name in a form that is neither an option nor a file of options to anybody. */
  static String argument(Path file) {
    String name = file.toString();
    return name.startsWith("-") || name.startsWith("@") ? "./" + name : name;
  }

  /**
   * Runs a command and gives what it writes. An interruption of this thread ends the process, for
   * there are inputs that keep a compiler busy forever.
   */
  private static byte[] run(List<String> command, Path input, String complaint)
      throws InputException {
    Process process = null;
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      // A process that dies shall not take seconds to tell of its stack.
      builder.environment().put("LLVM_DISABLE_SYMBOLIZATION", "1");
      process = builder.start();
      process.getOutputStream().close();
      Reader bitcode = new Reader(process.getInputStream());
      Reader diagnostics = new Reader(process.getErrorStream());
      bitcode.start();
      diagnostics.start();
      int status = process.waitFor();
      String told = new String(diagnostics.content(), StandardCharsets.UTF_8);
      byte[] written = bitcode.content();
      if (status != 0) {
        throw new InputException(input + ": " + complaint + "\n" + readable(command.get(0), told));
      }
      return written;
    } catch (IOException e) {
      throw new InputException(input + ": cannot run " + command.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(input + ": interrupted", e);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  /** Leaves out where LLVM is, and what it says about its own stack when it gives up. */
  private static String readable(String program, String diagnostics) {
    int dump = diagnostics.indexOf("PLEASE submit a bug report");
    String told = dump < 0 ? diagnostics : diagnostics.substring(0, dump);
    String plain = UNPRINTABLE.matcher(told.replace(program + ": ", "")).replaceAll("?").strip();
    return plain.isEmpty() ? "the compiler ended without saying why" : plain;
  }

  /** Takes in what the process says, so that it never waits for a reader. */
  private static final class Reader extends Thread {
    private final InputStream in;
    private byte[] content = {};
    private IOException failure;

    Reader(InputStream in) {
      super("reader");
      this.in = in;
    }

    @Override
    public void run() {
      try (in) {
        content = in.readAllBytes();
      } catch (IOException e) {
        failure = e;
      } catch (OutOfMemoryError e) {
        failure = new IOException("it writes more than fits into memory", e);
      }
    }

    byte[] content() throws IOException, InterruptedException {
      join();
      if (failure != null) {
        throw failure;
      }
      return content;
    }
  }
}
