package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.transform.PrivateStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;

/** Turns a C, C++, LLVM assembly or bitcode file into a program. */
public final class LlvmFrontend {
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
      throw new InputException(file + ": no such file");
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
      byte[] bitcode =
          isLlvmCode ? clang.assemble(file) : clang.compile(file, headers, clangArguments);
      NativeLlvm.load(files);
      return read(bitcode, file, headers, environment, cache, clang);
    } catch (IOException e) {
      throw new InputException(
          file + ": cannot unpack the compiler (-Dheddle.cache=… says where to): " + e, e);
    } catch (LinkageError e) {
      throw new InputException(file + ": cannot load LLVM on this machine: " + e.getMessage(), e);
    }
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
      return PrivateStack.apply(
          new ModuleReader(module, file.toString(), layout, locations, runtime, environment)
              .read());
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
