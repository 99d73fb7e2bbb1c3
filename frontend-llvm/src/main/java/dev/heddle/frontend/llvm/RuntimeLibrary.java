package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMMemoryBufferRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * The library functions that Heddle has as C code of its own. The code is compiled once for each
 * machine; a program reads those files that have a function which it needs.
 */
final class RuntimeLibrary {
  private static final String INDEX = "index";

  /** What the machine's headers say must not matter. */
  private static final List<String> OPTIONS = List.of("-g0", Clang.OWN_HEADERS);

  private final CacheFolder cache;
  private final Clang clang;
  private final LLVMContextRef context;
  private Path folder;

  /** The file that defines a symbol. */
  private Map<String, String> files;

  private final Map<String, LLVMModuleRef> modules = new HashMap<>();

  RuntimeLibrary(CacheFolder cache, Clang clang, LLVMContextRef context) {
    this.cache = cache;
    this.clang = clang;
    this.context = context;
  }

  /** The function of a name, or null. */
  LLVMValueRef function(String name) {
    LLVMModuleRef module = moduleOf(name);
    return module == null ? null : LLVMGetNamedFunction(module, name);
  }

  /** The variable of a name, or null. */
  LLVMValueRef variable(String name) {
    LLVMModuleRef module = moduleOf(name);
    return module == null ? null : LLVMGetNamedGlobal(module, name);
  }

  private LLVMModuleRef moduleOf(String symbol) {
    try {
      if (files == null) {
        open();
      }
      String file = files.get(symbol);
      if (file == null) {
        return null;
      }
      LLVMModuleRef module = modules.get(file);
      if (module == null) {
        module = Bitcode.parse(Files.readAllBytes(folder.resolve(file)), context);
        modules.put(file, module);
      }
      return module;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void open() throws IOException {
    String key =
        ("runtime-" + NativeFiles.VERSION + "-" + Headers.FINGERPRINT + "-")
            + ModulePreparation.FINGERPRINT;
    folder = cache.existing(key);
    if (folder == null) {
      folder = cache.fill(key, this::compileAll);
    }
    files = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve(INDEX))) {
      int blank = line.indexOf(' ');
      files.put(line.substring(0, blank), line.substring(blank + 1));
    }
  }

  private void compileAll(Path to) throws IOException {
    Path headers = Headers.unpacked(cache);
    Path sources = Files.createDirectory(to.resolve("source"));
    for (String name : Headers.RUNTIME) {
      Files.write(sources.resolve(name), Headers.runtime(name));
    }
    List<String> index = new ArrayList<>();
    for (String name : Headers.RUNTIME) {
      if (!name.endsWith(".h")) {
        compile(sources.resolve(name), headers, to, index);
      }
    }
    Files.write(to.resolve(INDEX), index);
  }

  private void compile(Path source, Path headers, Path to, List<String> index) throws IOException {
    String name = source.getFileName() + ".bc";
    LLVMContextRef own = LLVMContextCreate();
    try {
      LLVMModuleRef module = Bitcode.parse(clang.compile(source, headers, OPTIONS), own);
      ModulePreparation.prepare(module, new Layout(module), false);
      for (LLVMValueRef f = LLVMGetFirstFunction(module); f != null; f = LLVMGetNextFunction(f)) {
        add(f, name, index);
      }
      for (LLVMValueRef g = LLVMGetFirstGlobal(module); g != null; g = LLVMGetNextGlobal(g)) {
        add(g, name, index);
      }
      Files.write(to.resolve(name), bitcode(module));
    } catch (InputException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      LLVMContextDispose(own);
    }
  }

  private static void add(LLVMValueRef symbol, String file, List<String> index) {
    if (LLVMIsDeclaration(symbol) == 0 && LLVMGetLinkage(symbol) == LLVMExternalLinkage) {
      index.add(NativeText.nameOf(symbol) + " " + file);
    }
  }

  private static byte[] bitcode(LLVMModuleRef module) {
    LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
    byte[] bytes = new byte[(int) LLVMGetBufferSize(buffer)];
    BytePointer start = LLVMGetBufferStart(buffer);
    start.capacity(bytes.length).get(bytes);
    LLVMDisposeMemoryBuffer(buffer);
    return bytes;
  }
}
