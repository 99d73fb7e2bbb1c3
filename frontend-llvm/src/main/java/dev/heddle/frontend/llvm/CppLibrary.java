package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The C++ library of this machine as far as it consists of headers: libstdc++, the newest version
 * that is installed, found where compilers look for it. What its other part would bring is in the
 * {@link RuntimeLibrary}.
 *
 * @param version the name of its folder, such as {@code 12}
 * @param folders in the order in which a compiler looks
 */
record CppLibrary(String version, List<Path> folders) {
  private static final String CONFIGURATION = "bits/c++config.h";

  /** Null on a machine without one. */
  static final CppLibrary OF_MACHINE = SystemHeaders.FOLDERS.isEmpty() ? null : newest();

  /** Another one for each version and configuration. */
  String fingerprint() throws IOException {
    byte[] configuration = Files.readAllBytes(folders.get(1).resolve(CONFIGURATION));
    return version + "-" + Long.toHexString(Headers.hash(configuration, number(folders.get(0))));
  }

  private static CppLibrary newest() {
    List<Path> versions = new ArrayList<>();
    for (Path folder : SystemHeaders.FOLDERS) {
      children(folder.resolve("c++")).filter(v -> number(v) > 0).forEach(versions::add);
    }
    versions.sort(Comparator.comparingInt(CppLibrary::number).reversed());
    for (Path version : versions) {
      Path configuration = configuration(version);
      if (configuration != null && Files.exists(version.resolve("thread"))) {
        return new CppLibrary(
            version.getFileName().toString(),
            List.of(version, configuration, version.resolve("backward")));
      }
    }
    return null;
  }

  /** The first number of a version; 0 if it is none. */
  private static int number(Path version) {
    String digits = version.getFileName().toString().replaceFirst("[.].*", "");
    return digits.matches("[0-9]{1,4}") ? Integer.parseInt(digits) : 0;
  }

  /** The folder of the headers that depend on the processor, which has two usual places. */
  private static Path configuration(Path version) {
    String name = version.getFileName().toString();
    return Stream.concat(
            children(version),
            SystemHeaders.FOLDERS.stream().map(folder -> folder.resolve("c++").resolve(name)))
        .filter(folder -> Files.exists(folder.resolve(CONFIGURATION)))
        .findFirst()
        .orElse(null);
  }

  private static Stream<Path> children(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> list = Files.list(folder)) {
      return list.sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
