package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

  @Test
  void theUsersEnvironmentDoesNotReachTheCompiler() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "CPATH", "/tmp",
                "C_INCLUDE_PATH", "/tmp",
                "CCC_OVERRIDE_OPTIONS", "+-DNDEBUG",
                "COMPILER_PATH", "/tmp",
                "CLANG_CONFIG_FILE_SYSTEM_DIR", "/tmp",
                "LD_PRELOAD", "/tmp/evil.so",
                "PATH", "/usr/bin",
                "TMPDIR", "/var/tmp"));
    Clang.restrict(environment);
    assertEquals(Map.of("TMPDIR", "/var/tmp", "LLVM_DISABLE_SYMBOLIZATION", "1"), environment);
  }
}
