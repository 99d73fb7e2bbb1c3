package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProgramsTest {
  private static final Path FOLDER = Path.of("src/main/resources/dev/heddle/bench/programs");

  @Test
  void programsComeWithWhatTheyInclude() throws IOException {
    List<String> headers;
    try (Stream<Path> files = Files.list(FOLDER)) {
      headers =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".h"))
              .sorted()
              .toList();
    }
    assertEquals(headers, Programs.HEADERS);
    Path program;
    try (Programs programs = Programs.unpacked()) {
      program = programs.file("mutex");
      assertEquals(-1, Files.mismatch(FOLDER.resolve("mutex.c"), program));
      for (String header : headers) {
        assertEquals(
            -1, Files.mismatch(FOLDER.resolve(header), programs.folder().resolve(header)), header);
      }
    }
    assertFalse(Files.exists(program.getParent()));
  }

  @Test
  void headersAreNoBenchmarks() throws IOException {
    assertTrue(Programs.exists("mutex"));
    assertFalse(Programs.exists("futex"));
    assertFalse(Programs.exists("futex.h"));
    try (Programs programs = Programs.unpacked()) {
      assertThrows(IllegalArgumentException.class, () -> programs.file("futex"));
    }
  }
}
