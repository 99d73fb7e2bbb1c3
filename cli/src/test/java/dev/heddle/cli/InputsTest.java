package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.cli.Inputs.Input;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputsTest {
  @TempDir private Path folder;

  private String write(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "").toString();
  }

  private static String problem(String argument) {
    List<Input> inputs = Inputs.of(List.of(argument));
    assertEquals(1, inputs.size());
    assertFalse(inputs.get(0).isCheckable());
    return inputs.get(0).problem();
  }

  @Test
  void filesKeepTheirOrderAndTheirName() throws IOException {
    String b = write("b.c");
    String a = write("a.ll");
    List<Input> inputs = Inputs.of(List.of(b, a, b));
    assertEquals(List.of(b, a, b), inputs.stream().map(Input::name).toList());
    assertTrue(inputs.stream().allMatch(Input::isCheckable));
  }

  @Test
  void folderStandsForItsProgramsSortedByName() throws IOException {
    String nested = write("sub/deeper/a.c");
    String last = write("z.bc");
    String first = write("b.ll");
    write("readme.md");
    write("header.h");
    assertEquals(
        List.of(first, nested, last),
        Inputs.of(List.of(folder.toString())).stream().map(Input::name).toList());
  }

  @Test
  void linkToAFolderInAFolderIsNotFollowed() throws IOException {
    String a = write("a.c");
    Files.createSymbolicLink(folder.resolve("loop"), folder);
    assertEquals(
        List.of(a), Inputs.of(List.of(folder.toString())).stream().map(Input::name).toList());
  }

  @Test
  void folderWithoutProgramsIsAnError() throws IOException {
    write("sub/readme.md");
    assertEquals(
        folder + ": this folder holds no program (.c, .ll or .bc), at any depth",
        problem(folder.toString()));
  }

  @Test
  void whatIsMissingOrNoProgramIsAnError() throws IOException {
    assertEquals("no/such.c: no such file or folder", problem("no/such.c"));
    assertTrue(problem(write("a.py")).contains("not a program: expected C (.c)"));
    assertTrue(problem("").contains("check for an unset variable"));
    assertTrue(problem("a\0b.c").contains("not a file name"));
  }
}
