package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.regex.Pattern;

/**
 * The programs, libraries and headers of LLVM, unpacked from their jar.
 *
 * <p>JavaCPP can unpack them too, but it unpacks thousands of files on the first run (seconds) and
 * compares each with the jar on every later one (a hundred milliseconds). Here it is what is
 * needed, and one look at the folder afterwards: its name holds the version.
 */
final class NativeFiles {
  /** That of the artifacts; a constant because reading it from a file takes time at each start. */
  static final String VERSION = "19.1.3-1.5.11";

  /** Changes when other files are unpacked. */
  private static final int SELECTION = 2;

  /** Where the jar has the compiler's own headers. */
  private static final String HEADERS = "lib/clang/19/include/";

  /**
   * The headers that a compiler for x86 brings along: those of the language, and those of the
   * processor. The others, for machines that Heddle does not compile for, are ten times as large.
   */
  private static final Pattern CLANG_HEADERS =
      Pattern.compile(
          "(__)?std\\w+|\\w*intrin(_\\w+)?|float|inttypes|iso646|limits|mm3dnow|mm_malloc|cpuid|tgmath|unwind");

  /** Found whole by this process: looking once is enough, as what is loaded stays loaded. */
  private static volatile Path whole;

  private final Platform platform;
  private final Path folder;

  private NativeFiles(Platform platform, Path folder) {
    this.platform = platform;
    this.folder = folder;
  }

  /** Unpacks them if that has not been done yet. */
  static NativeFiles unpacked(CacheFolder cache) throws IOException {
    NativeFiles files = existing(cache);
    if (files != null) {
      return files;
    }
    Platform platform = Platform.current();
    return new NativeFiles(platform, cache.fill(key(platform), to -> unpack(platform, to)));
  }

  /** Those that have been unpacked before, or null. */
  static NativeFiles existing(CacheFolder cache) {
    Platform platform = Platform.current();
    Path known = whole;
    Path folder =
        known != null && known.equals(cache.place(key(platform)))
            ? known
            : cache.existing(key(platform));
    whole = folder;
    return folder == null ? null : new NativeFiles(platform, folder);
  }

  private static String key(Platform platform) {
    return "llvm-" + VERSION + "-" + SELECTION + "-" + platform.name();
  }

  Path clang() {
    return folder.resolve(platform.program("clang"));
  }

  /** Reads LLVM assembly and bitcode of any version and writes today's bitcode. */
  Path linker() {
    return folder.resolve(platform.program("llvm-link"));
  }

  /** The folder that clang calls its resource directory. */
  Path resources() {
    return folder.resolve("resources");
  }

  /** What has to be loaded into this process for LLVM's functions, in this order. */
  List<Path> libraries() {
    List<Path> libraries = new ArrayList<>();
    libraries.add(folder.resolve(platform.bridgeLibrary("jnijavacpp")));
    if (!platform.isWindows()) {
      libraries.add(folder.resolve(platform.versionedLibrary("LLVM")));
    }
    libraries.add(folder.resolve(platform.versionedLibrary("Remarks")));
    libraries.add(folder.resolve(platform.versionedLibrary("LTO")));
    libraries.add(folder.resolve(platform.bridgeLibrary("jniLLVM")));
    return libraries;
  }

  private static void unpack(Platform platform, Path to) throws IOException {
    String llvm = "/org/bytedeco/llvm/" + platform.name() + "/";
    String javacpp = "/org/bytedeco/javacpp/" + platform.name() + "/";
    for (String program : List.of("clang", "llvm-link")) {
      Path file = to.resolve(platform.program(program));
      copy(llvm + platform.program(program), file);
      if (!file.toFile().setExecutable(true)) {
        throw new IOException(file + " cannot be made executable");
      }
    }
    List<String> libraries = new ArrayList<>();
    if (!platform.isWindows()) {
      libraries.add(platform.versionedLibrary("LLVM"));
      libraries.add(platform.versionedLibrary("clang-cpp"));
    }
    libraries.add(platform.versionedLibrary("Remarks"));
    libraries.add(platform.versionedLibrary("LTO"));
    libraries.add(platform.bridgeLibrary("jniLLVM"));
    for (String library : libraries) {
      copy(llvm + library, to.resolve(library));
    }
    String bridge = platform.bridgeLibrary("jnijavacpp");
    copy(javacpp + bridge, to.resolve(bridge));
    Path headers = to.resolve("resources").resolve("include");
    Files.createDirectories(headers);
    copyHeaders(llvm, headers);
  }

  private static void copyHeaders(String llvm, Path to) throws IOException {
    String one = llvm + HEADERS + "stddef.h";
    if (!(NativeFiles.class.getResource(one).openConnection() instanceof JarURLConnection jar)) {
      throw new IOException(one + " is not in a jar");
    }
    String prefix = (llvm + HEADERS).substring(1);
    for (JarEntry entry : Collections.list(jar.getJarFile().entries())) {
      String name = entry.getName();
      if (name.startsWith(prefix) && name.endsWith(".h")) {
        String header = name.substring(prefix.length());
        String stem = header.substring(0, header.length() - ".h".length());
        if (CLANG_HEADERS.matcher(stem).matches()) {
          copy("/" + name, to.resolve(header));
        }
      }
    }
  }

  private static void copy(String resource, Path file) throws IOException {
    try (InputStream in = NativeFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException(
            resource
                + " is not on the class path; the artifacts org.bytedeco:llvm and"
                + " org.bytedeco:javacpp are needed with the classifier of this platform");
      }
      Files.copy(in, file);
    }
  }
}
