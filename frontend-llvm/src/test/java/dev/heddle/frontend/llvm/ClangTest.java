package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClangTest {
  @ParameterizedTest
  @CsvSource({
    "a.c, a.c",
    "-fplugin=evil.c, ./-fplugin=evil.c",
    "@options.c, ./@options.c",
    "/tmp/-o.c, /tmp/-o.c"
  })
  void noNameIsAnOption(String name, String argument) {
    assertEquals(argument, Clang.argument(Path.of(name)));
  }
}
