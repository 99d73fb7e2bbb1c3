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
import java.util.List;
import java.util.Locale;
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
    if (!Files.isRegularFile(file)) {
      throw new InputException(file + (Files.exists(file) ? ": not a file" : ": no such file"));
    }
    boolean isLlvmCode =
        switch (extension(file)) {
          case "c", "i", "cc", "cpp", "cxx", "c++", "ii" -> false;
          case "ll", "bc" -> true;
          default ->
              throw new InputException(
                  file + ": not a kind of file that Heddle reads (.c, .i, .cpp, .cc, .ll, .bc)");
        };
    try {
      CacheFolder cache = CacheFolder.ofUser();
      NativeFiles files = NativeFiles.unpacked(cache);
      Path headers = Headers.unpacked(cache);
      // Loading LLVM and compiling take about as long; another thread does the first.
      NativeLlvm.startLoading(files);
      Clang clang = new Clang(files);
      requireContent(file);
      byte[] bitcode =
          isLlvmCode ? clang.assemble(file) : clang.compile(file, headers, clangArguments);
      NativeLlvm.load(files);
      return read(bitcode, file, headers, environment, cache, clang);
    } catch (IOException e) {
      throw cannotUnpack(file, e);
    } catch (LinkageError e) {
      throw new InputException(file + ": cannot load LLVM on this machine: " + e.getMessage(), e);
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
    boolean isBitcode = Arrays.equals(start, BITCODE) || Arrays.equals(start, WRAPPED_BITCODE);
    if (extension(file).equals("bc") && !isBitcode) {
      throw new InputException(
          file + ": not LLVM bitcode, though its name ends so; clang -c -emit-llvm makes some");
    }
  }

  /**
   * What the compiler makes of a C file before Heddle reads it, for who wants to keep or change it.
   *
   * @param clangArguments {@code -S} among them gives assembly instead of bitcode
   */
  public static byte[] compile(Path file, List<String> clangArguments) throws InputException {
    try {
      CacheFolder cache = CacheFolder.ofUser();
      Path headers = Headers.unpacked(cache);
      return new Clang(NativeFiles.unpacked(cache)).compile(file, headers, clangArguments);
    } catch (IOException e) {
      throw cannotUnpack(file, e);
    }
  }

  private static InputException cannotUnpack(Path file, IOException cause) {
    return new InputException(
        file + ": cannot unpack the compiler (-Dheddle.cache=… says where to): " + cause, cause);
  }

  private static String extension(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static Program read(
      byte[] bitcode,
      Path file,
      Path headers,
      Environment environment,
      CacheFolder cache,
      Clang clang)
      throws InputException {
    LLVMContextRef context = LLVMContextCreate();
    try {
      LLVMModuleRef module = Bitcode.parse(bitcode, context);
      ModulePreparation.verify(module);
      Layout layout = new Layout(module);
      ModulePreparation.prepare(module, layout);
      DebugLocations locations = new DebugLocations(file, headers);
      RuntimeLibrary runtime = new RuntimeLibrary(cache, clang, context);
      ModuleReader reader =
          new ModuleReader(module, file.toString(), layout, locations, runtime, environment);
      if (Bitcode.mentions("long double", bitcode)) {
        reader.noteLongDouble();
      }
      return PrivateStack.apply(reader.read());
    } catch (UnsupportedException e) {
      Location location = e.location();
      throw new InputException(
          (location.isKnown() ? location.toString() : file.toString()) + ": " + e.getMessage(), e);
    } finally {
      // The modules of a context go with it.
      LLVMContextDispose(context);
    }
  }
}
