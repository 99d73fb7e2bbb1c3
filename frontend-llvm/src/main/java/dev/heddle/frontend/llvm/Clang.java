package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Makes bitcode of a file in a process of its own.
 *
 * <p>Files that are LLVM's already go through a process too: a broken one can make LLVM abort, and
 * that must not take the virtual machine along.
 */
final class Clang {
  /** The compiler's own word for leaving the machine's headers out; Heddle's remain. */
  static final String OWN_HEADERS = "-nostdlibinc";

  /**
   * One target for all machines: the program is not run on this one, and its meaning should not
   * depend on it. The code stays as the user wrote it: nothing is optimised, local variables are in
   * memory, and values keep their names.
   */
  private static final List<String> OPTIONS =
      List.of(
          "--no-default-config",
          "--target=x86_64-unknown-linux-gnu",
          "-O0",
          "-Xclang",
          "-disable-O0-optnone",
          "-fno-vectorize",
          "-fno-slp-vectorize",
          // Signed numbers wrap around, as processors do; that no optimisation may assume
          // otherwise.
          "-fwrapv",
          // A program's long double is a double here: other machines have no wider one.
          "-mlong-double-64",
          "-fno-builtin",
          "-fno-delete-null-pointer-checks",
          "-fno-discard-value-names",
          "-fno-stack-protector",
          "-mcx16",
          "-g",
          "-w",
          "-fno-color-diagnostics",
          "-fno-crash-diagnostics",
          OWN_HEADERS,
          // Other compilers only warn of these, and real programs contain them.
          "-Wno-error=implicit-function-declaration",
          "-Wno-error=implicit-int",
          "-Wno-error=int-conversion",
          "-Wno-error=incompatible-function-pointer-types",
          "-D__HEDDLE__=1");

  /**
   * What the compiler gets to know of the user's environment: where temporary files may be, and
   * where the system's libraries are. Everything else stays away, as there are variables that
   * change what a program means: folders to look for headers in, and options.
   */
  private static final Set<String> PASSED_ON =
      Set.of("TMPDIR", "TEMP", "TMP", "SystemRoot", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH");

  /** The newest language that is complete; the user's own choice comes behind it. */
  private static final List<String> CPP_OPTIONS =
      List.of(
          "-nostdinc++",
          "-std=gnu++20",
          // A function that ends without the value that it must return says so.
          "-fsanitize=return",
          "-fsanitize-trap=return");

  /** How sources of C++ are named. */
  static final Set<String> CPP_EXTENSIONS =
      Set.of("cc", "cpp", "cxx", "c++", "cp", "ii", "hpp", "hh", "hxx", "h++");

  /** There are inputs that keep a compiler busy or waiting forever. */
  private static final int LONGEST_MINUTES = 2;

  private static final int MAX_BITCODE = 1 << 30;
  private static final int MAX_DIAGNOSTICS = 1 << 16;

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
    command.add("-isystem");
    command.add(headers.resolve(Headers.MODEL).toString());
    if (isCpp(source) || arguments.contains("-xc++")) {
      command.addAll(CPP_OPTIONS);
      for (Path folder : cppFolders(headers, arguments)) {
        command.add("-isystem");
        command.add(folder.toString());
      }
    }
    if (!arguments.contains(OWN_HEADERS)) {
      for (Path folder : SystemHeaders.FOLDERS) {
        command.add("-idirafter");
        command.add(folder.toString());
      }
    }
    command.add("-idirafter");
    command.add(headers.resolve(Headers.BARE).toString());
    command.addAll(arguments);
    command.addAll(List.of("-c", "-emit-llvm", "-o", "-"));
    if (isCpp(source)) {
      // The name of a header says something else to the compiler.
      command.addAll(List.of("-x", source.toString().endsWith(".ii") ? "c++-cpp-output" : "c++"));
    }
    command.add(argument(source));
    return run(command, source, "does not compile");
  }

  private static List<Path> cppFolders(Path headers, List<String> arguments) {
    if (CppLibrary.OF_MACHINE == null || arguments.contains(OWN_HEADERS)) {
      return List.of(headers.resolve(Headers.CPP));
    }
    List<Path> folders = new ArrayList<>(List.of(headers.resolve(Headers.LIBSTDCPP)));
    folders.addAll(CppLibrary.OF_MACHINE.folders());
    return folders;
  }

  /** Whether a file is C++ by its name; {@code .C} is, and {@code .c} is not. */
  static boolean isCpp(Path source) {
    String name = source.toString();
    String extension = name.substring(name.lastIndexOf('.') + 1);
    return extension.equals("C") || CPP_EXTENSIONS.contains(extension.toLowerCase(Locale.ROOT));
  }

  /** Reads LLVM assembly or bitcode. */
  byte[] assemble(Path file) throws InputException {
    return run(
        List.of(files.linker().toString(), "-o", "-", argument(file)),
        file,
        "is not valid LLVM code");
  }

  /** Makes one module of several files of bitcode. */
  byte[] link(List<Path> bitcode, Path program) throws InputException {
    List<String> command = new ArrayList<>(List.of(files.linker().toString(), "-o", "-"));
    bitcode.forEach(file -> command.add(argument(file)));
    return run(command, program, "cannot be linked");
  }

  /** The file's name in a form that is neither an option nor a file of options to anybody. */
  static String argument(Path file) {
    String name = file.toString();
    return name.startsWith("-") || name.startsWith("@") ? "./" + name : name;
  }

  /** Runs a command and gives what it writes. An interruption of this thread ends the process. */
  private static byte[] run(List<String> command, Path input, String complaint)
      throws InputException {
    Process process = null;
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      restrict(builder.environment());
      process = builder.start();
      process.getOutputStream().close();
      Reader bitcode = new Reader(process.getInputStream(), MAX_BITCODE);
      Reader diagnostics = new Reader(process.getErrorStream(), MAX_DIAGNOSTICS);
      bitcode.start();
      diagnostics.start();
      if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
        throw new InputException(
            input
                + ": the compiler did not come to an end within "
                + LONGEST_MINUTES
                + " minutes; it may be waiting for a header that is a pipe");
      }
      int status = process.exitValue();
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

  /** Makes the environment of this process into the compiler's. */
  static void restrict(Map<String, String> environment) {
    environment.keySet().retainAll(PASSED_ON);
    // A process that dies should not take seconds to tell of its stack.
    environment.put("LLVM_DISABLE_SYMBOLIZATION", "1");
  }

  /** Leaves out where LLVM is, and what it says about its own stack when it gives up. */
  private static String readable(String program, String diagnostics) {
    int dump = diagnostics.indexOf("PLEASE submit a bug report");
    String told = dump < 0 ? diagnostics : diagnostics.substring(0, dump);
    String plain = told.replace(program + ": ", "").strip();
    return plain.isEmpty() ? "the compiler ended without saying why" : plain;
  }

  /**
   * Takes in what the process says, as far as it is of use, so that it never waits for a reader.
   */
  private static final class Reader extends Thread {
    private final InputStream in;
    private final int limit;
    private byte[] content = {};
    private IOException failure;

    Reader(InputStream in, int limit) {
      super("reader");
      this.in = in;
      this.limit = limit;
    }

    @Override
    public void run() {
      try (in) {
        content = in.readNBytes(limit);
        in.transferTo(OutputStream.nullOutputStream());
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
