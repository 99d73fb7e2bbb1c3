package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.transform.PrivateStack;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;

/** Turns a C, C++, LLVM assembly or bitcode file into a program. */
public final class LlvmFrontend {
  /** The compiler that comes along. */
  public static final String LLVM_VERSION = NativeFiles.VERSION;

  /** The most bytes that a program may have; no file that people wrote comes near it. */
  public static final int LARGEST_FILE = 256 << 20;

  /** How files of bitcode begin. */
  private static final byte[] BITCODE = {'B', 'C', (byte) 0xc0, (byte) 0xde};

  /** How they begin on machines that put a header before it. */
  private static final byte[] WRAPPED_BITCODE = {(byte) 0xde, (byte) 0xc0, 0x17, 0x0b};

  private LlvmFrontend() {}

  /**
   * Starts to load what {@link #load} needs, in the background. Who knows early that there is
   * something to read can save time by this; nothing has to wait for it.
   */
  public static void preload() {
    NativeFiles files = NativeFiles.existing(CacheFolder.ofUser());
    if (files != null) {
      NativeLlvm.startLoading(files);
    }
  }

  /** The folder that holds all that a compiler reads besides the program: its own headers. */
  public static Path cacheFolder() throws IOException {
    Path folder = CacheFolder.ofUser().root();
    Files.createDirectories(folder);
    return folder.toRealPath();
  }

  /**
   * Reads {@code file}. It can be called from several threads at once.
   *
   * @param clangArguments passed to the compiler as they are, for example {@code -DN=3}; unused for
   *     files that are already LLVM's
   * @throws InputException if the file cannot be read, does not compile, or uses something that
   *     Heddle does not support; the message says where and what
   */
  public static Program load(Path file, List<String> clangArguments) throws InputException {
    return load(file, clangArguments, Environment.USUAL);
  }

  /** The same for a program that runs in another environment than the usual one. */
  public static Program load(Path file, List<String> clangArguments, Environment environment)
      throws InputException {
    return load(
        file.toString(), List.of(new CompilationUnit(file, clangArguments)), null, environment);
  }

  /**
   * Reads a program that consists of several files.
   *
   * @param name the program's, for messages
   * @param main the file whose {@code main} is meant, if several have one; else null
   */
  public static Program load(
      String name, List<CompilationUnit> units, Path main, Environment environment)
      throws InputException {
    for (CompilationUnit unit : units) {
      requireFile(unit.file());
    }
    try {
      CacheFolder cache = CacheFolder.ofUser();
      NativeFiles files = NativeFiles.unpacked(cache);
      Path headers = Headers.unpacked(cache);
      // Loading LLVM and compiling take about as long; another thread does the first.
      NativeLlvm.startLoading(files);
      Clang clang = new Clang(files);
      Map<Path, byte[]> parts = new LinkedHashMap<>();
      for (CompilationUnit unit : units) {
        parts.put(unit.file(), bitcode(unit, clang, headers));
      }
      NativeLlvm.load(files);
      byte[] bitcode =
          parts.size() == 1
              ? parts.values().iterator().next()
              : new Linkage(clang).link(name, parts, main);
      Path first = main != null ? main : units.get(0).file();
      return read(bitcode, name, first, headers, environment, cache, clang);
    } catch (IOException e) {
      throw cannotUnpack(name, e);
    } catch (LinkageError e) {
      throw new InputException(name + ": cannot load LLVM on this machine: " + e.getMessage(), e);
    }
  }

  /** The bitcode of a file, for callers that build a program step by step. */
  public static byte[] compile(CompilationUnit unit) throws InputException {
    requireFile(unit.file());
    try {
      CacheFolder cache = CacheFolder.ofUser();
      Clang clang = new Clang(NativeFiles.unpacked(cache));
      return bitcode(unit, clang, Headers.unpacked(cache));
    } catch (IOException e) {
      throw cannotUnpack(unit.file().toString(), e);
    }
  }

  /** One file of bitcode made of several, archives among them. */
  public static byte[] link(List<Path> bitcode, Path program) throws InputException {
    try {
      return new Clang(NativeFiles.unpacked(CacheFolder.ofUser())).link(bitcode, program);
    } catch (IOException e) {
      throw cannotUnpack(program.toString(), e);
    }
  }

  private static void requireFile(Path file) throws InputException {
    if (!Files.isRegularFile(file)) {
      throw new InputException(file + (Files.exists(file) ? ": not a file" : ": no such file"));
    }
  }

  private static byte[] bitcode(CompilationUnit unit, Clang clang, Path headers)
      throws InputException {
    Path file = unit.file();
    boolean isLlvmCode =
        switch (Clang.isCpp(file) ? "c" : extension(file)) {
          case "c", "i" -> false;
          case "ll", "bc" -> true;
          default -> {
            if (!isBitcode(file)) {
              throw new InputException(
                  file
                      + ": not a kind of file that Heddle reads (.c, .i, .cpp, .cc, .cxx, .C, .hpp,"
                      + " .ll, .bc)");
            }
            yield true;
          }
        };
    requireContent(file);
    return isLlvmCode ? clang.assemble(file) : clang.compile(file, headers, unit.arguments());
  }

  /** Whether a file holds bitcode, whatever its name, as those do that {@code heddle cc} makes. */
  public static boolean isBitcode(Path file) {
    if (!Files.isRegularFile(file)) {
      return false; // and a pipe may keep its reader waiting for good
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(BITCODE.length);
      return Arrays.equals(start, BITCODE) || Arrays.equals(start, WRAPPED_BITCODE);
    } catch (IOException e) {
      return false;
    }
  }

  private static void requireContent(Path file) throws InputException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(BITCODE.length);
      if (Files.size(file) > LARGEST_FILE) {
        throw new InputException(file + ": larger than " + (LARGEST_FILE >> 20) + " MiB");
      }
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e.getMessage(), e);
    }
    if (start.length == 0) {
      throw new InputException(file + ": the file is empty");
    }
    if (extension(file).equals("bc") && !isBitcode(file)) {
      throw new InputException(
          file + ": not LLVM bitcode, though its name ends so; clang -c -emit-llvm makes some");
    }
  }

  /**
   * What the compiler makes of a C file before Heddle reads it, for callers that want to keep or
   * change it.
   *
   * @param clangArguments {@code -S} among them gives assembly instead of bitcode
   */
  public static byte[] compile(Path file, List<String> clangArguments) throws InputException {
    try {
      CacheFolder cache = CacheFolder.ofUser();
      Path headers = Headers.unpacked(cache);
      return new Clang(NativeFiles.unpacked(cache)).compile(file, headers, clangArguments);
    } catch (IOException e) {
      throw cannotUnpack(file.toString(), e);
    }
  }

  private static InputException cannotUnpack(String file, IOException cause) {
    String root = CacheFolder.ofUser().root().toString();
    return new InputException(
        file
            + ": cannot unpack the compiler to "
            + root
            + "; HEDDLE_JAVA_OPTS=-Dheddle.cache=FOLDER chooses another place: "
            + cause,
        cause);
  }

  private static String extension(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static Program read(
      byte[] bitcode,
      String name,
      Path file,
      Path headers,
      Environment environment,
      CacheFolder cache,
      Clang clang)
      throws InputException, IOException {
    LLVMContextRef context = LLVMContextCreate();
    try {
      LLVMModuleRef module = Bitcode.parse(bitcode, context);
      ModulePreparation.verify(module);
      Layout layout = new Layout(module);
      DebugLocations locations = new DebugLocations(file, headers);
      ModulePreparation.prepare(
          module, layout, locations::isLibrary, environment.keepsDependencies());
      RuntimeLibrary runtime = new RuntimeLibrary(cache, clang, context);
      ModuleReader reader = new ModuleReader(module, name, layout, locations, runtime, environment);
      // Headers of C++ mention it whether a program uses it or not.
      byte[] text = LibraryInlining.isCpp(module) ? Files.readAllBytes(file) : bitcode;
      if (Bitcode.mentions("long double", text)) {
        reader.noteLongDouble();
      }
      return PrivateStack.apply(reader.read());
    } catch (UnsupportedException e) {
      Location location = e.location();
      throw new InputException(
          (location.isKnown() ? location.toString() : name) + ": " + e.getMessage(), e);
    } finally {
      // The modules of a context go with it.
      LLVMContextDispose(context);
    }
  }
}
