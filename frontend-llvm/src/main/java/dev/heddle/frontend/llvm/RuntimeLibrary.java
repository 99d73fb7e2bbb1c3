package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.io.IOException;
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
 * The library functions that Heddle has as C or C++ code of its own. The code is compiled once for
 * each machine; a program reads those files that have a function which it needs.
 *
 * <p>The part in C++ is what a shared library would bring to the headers of the machine's C++
 * library, and is compiled with them.
 */
final class RuntimeLibrary {
  private static final String INDEX = "index";

  /** What the machine's headers say must not matter. */
  private static final List<String> OPTIONS = List.of("-g0", Clang.OWN_HEADERS);

  private static final List<String> CPP_OPTIONS = List.of("-g0", "-Wno-everything");

  /** How the names begin of what is looked for in the part in C++. */
  private static final List<String> CPP_PREFIXES = List.of("_Z", "__cxa_", "__once_");

  private final CacheFolder cache;
  private final Clang clang;
  private final LLVMContextRef context;
  private final Map<Path, LLVMModuleRef> modules = new HashMap<>();

  /** The file that defines a symbol of the part in C, and of that in C++. */
  private Map<String, Path> files;

  private Map<String, Path> cppFiles;

  RuntimeLibrary(CacheFolder cache, Clang clang, LLVMContextRef context) {
    this.cache = cache;
    this.clang = clang;
    this.context = context;
  }

  /** The function of a name, or null. */
  LLVMValueRef function(String name) {
    LLVMModuleRef module = moduleOf(name);
    if (module == null) {
      return null;
    }
    LLVMValueRef alias = LLVMGetNamedGlobalAlias(module, name, name.length());
    return alias == null ? LLVMGetNamedFunction(module, name) : LLVMAliasGetAliasee(alias);
  }

  /** The variable of a name, or null. */
  LLVMValueRef variable(String name) {
    LLVMModuleRef module = moduleOf(name);
    return module == null ? null : LLVMGetNamedGlobal(module, name);
  }

  private LLVMModuleRef moduleOf(String symbol) {
    try {
      Path file = fileOf(symbol);
      if (file == null) {
        return null;
      }
      LLVMModuleRef module = modules.get(file);
      if (module == null) {
        module = Bitcode.parse(Files.readAllBytes(file), context);
        modules.put(file, module);
      }
      return module;
    } catch (IOException e) {
      throw new UnsupportedException(e.getMessage());
    }
  }

  private Path fileOf(String symbol) throws IOException {
    String key = NativeFiles.VERSION + "-" + Headers.FINGERPRINT + "-";
    key += ModulePreparation.FINGERPRINT;
    if (files == null) {
      files = open("runtime-" + key, Headers.RUNTIME, OPTIONS);
    }
    Path file = files.get(symbol);
    boolean isCpp = CPP_PREFIXES.stream().anyMatch(symbol::startsWith);
    if (file != null || !isCpp || CppLibrary.OF_MACHINE == null) {
      return file;
    }
    if (cppFiles == null) {
      String library = "libstdc++-" + CppLibrary.OF_MACHINE.fingerprint() + "-";
      cppFiles = open(library + key, Headers.CPP_RUNTIME, CPP_OPTIONS);
    }
    return cppFiles.get(symbol);
  }

  private Map<String, Path> open(String key, List<String> sources, List<String> options)
      throws IOException {
    Path folder = cache.existing(key);
    if (folder == null) {
      folder = cache.fill(key, to -> compileAll(to, sources, options));
    }
    Map<String, Path> index = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve(INDEX))) {
      int blank = line.indexOf(' ');
      index.putIfAbsent(line.substring(0, blank), folder.resolve(line.substring(blank + 1)));
    }
    return index;
  }

  private void compileAll(Path to, List<String> names, List<String> options) throws IOException {
    Path headers = Headers.unpacked(cache);
    Path sources = Files.createDirectory(to.resolve("source"));
    for (String name : names) {
      Files.write(sources.resolve(name), Headers.runtime(name));
    }
    List<String> index = new ArrayList<>();
    for (String name : names) {
      if (!name.endsWith(".h")) {
        compile(sources.resolve(name), headers, options, to, index);
      }
    }
    Files.write(to.resolve(INDEX), index);
  }

  private void compile(Path source, Path headers, List<String> options, Path to, List<String> index)
      throws IOException {
    String name = source.getFileName() + ".bc";
    LLVMContextRef own = LLVMContextCreate();
    try {
      LLVMModuleRef module = Bitcode.parse(clang.compile(source, headers, options), own);
      ModulePreparation.prepare(module, new Layout(module), function -> true, false);
      for (LLVMValueRef f = LLVMGetFirstFunction(module); f != null; f = LLVMGetNextFunction(f)) {
        add(f, name, index);
      }
      for (LLVMValueRef g = LLVMGetFirstGlobal(module); g != null; g = LLVMGetNextGlobal(g)) {
        add(g, name, index);
      }
      for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module);
          a != null;
          a = LLVMGetNextGlobalAlias(a)) {
        add(a, name, index);
      }
      Files.write(to.resolve(name), bitcode(module));
    } catch (InputException e) {
      throw new IOException("Heddle's own library: " + e.getMessage(), e);
    } finally {
      LLVMContextDispose(own);
    }
  }

  private static void add(LLVMValueRef symbol, String file, List<String> index) {
    int linkage = LLVMGetLinkage(symbol);
    boolean isVisible = linkage == LLVMExternalLinkage || linkage == LLVMWeakODRLinkage;
    if (LLVMIsDeclaration(symbol) == 0 && isVisible) {
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
