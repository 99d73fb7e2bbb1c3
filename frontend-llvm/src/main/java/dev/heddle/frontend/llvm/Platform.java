package dev.heddle.frontend.llvm;

import java.util.Locale;

/**
 * The machine that Heddle runs on, with the names that the native files have there.
 *
 * @param name the classifier of the artifacts, such as {@code linux-x86_64}
 */
record Platform(String name) {
  static Platform current() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    String os =
        system.startsWith("linux")
            ? "linux"
            : system.startsWith("mac")
                ? "macosx"
                : system.startsWith("windows") ? "windows" : system;
    String architecture =
        switch (machine) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm64";
          default -> machine;
        };
    return new Platform(os + "-" + architecture);
  }

  boolean isWindows() {
    return name.startsWith("windows");
  }

  boolean isMac() {
    return name.startsWith("macosx");
  }

  String program(String program) {
    return isWindows() ? program + ".exe" : program;
  }

  /** The file of a library that carries LLVM's version in its name where that is the custom. */
  String versionedLibrary(String library) {
    return isWindows()
        ? library + ".dll"
        : isMac() ? "lib" + library + ".dylib" : "lib" + library + ".so.19.1";
  }

  /** The file of a library that connects Java with native code. */
  String bridgeLibrary(String library) {
    return isWindows()
        ? library + ".dll"
        : isMac() ? "lib" + library + ".dylib" : "lib" + library + ".so";
  }
}
