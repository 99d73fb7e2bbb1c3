package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HarmlessOptionsTest {
  @TempDir private Path folder;
  private Path source;

  @BeforeEach
  void makeFolders() throws IOException {
    Path project = Files.createDirectory(folder.resolve("project"));
    source = Files.writeString(project.resolve("a.c"), "int main(void) { return 0; }\n");
    Files.createDirectory(project.resolve("include"));
    Files.writeString(project.resolve("include/config.h"), "");
    Files.createDirectory(folder.resolve("outside"));
    Files.writeString(folder.resolve("outside/secret.h"), "");
    Files.createSymbolicLink(project.resolve("link"), folder.resolve("outside"));
    Files.createSymbolicLink(project.resolve("include/link.h"), folder.resolve("outside/secret.h"));
  }

  private String firstOther(String... options) throws IOException {
    return HarmlessOptions.firstOther(List.of(options), source);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-DN=3",
        "-D N=3",
        "-D_GNU_SOURCE",
        "-DF(x)=-o",
        "-UN",
        "-U N",
        "-std=c11",
        "-std=gnu++17",
        "-O",
        "-O2",
        "-Os",
        "-DN=1 -UM -std=c17 -O1 -D M=2",
        "-include assert.h"
      })
  void theseAreAllowed(String line) throws IOException {
    assertNull(firstOther(line.split(" ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-fplugin=./evil.so | -fplugin=./evil.so",
        "-fpass-plugin=evil.so | -fpass-plugin=evil.so",
        "-DN=3 -Xclang -load -Xclang evil.so | -Xclang",
        "-Wl,-z | -Wl,-z",
        "-Xpreprocessor -MF | -Xpreprocessor",
        "-MD -MF /tmp/x | -MD",
        "-MF /tmp/x | -MF",
        "-MMD | -MMD",
        "-o /tmp/x | -o",
        "-o/tmp/x | -o/tmp/x",
        "--output=x | --output=x",
        "--output x | --output",
        "@options | @options",
        "-D @options | -D @options",
        "-I @options | -I @options",
        "-include @options | -include @options",
        "-D -o | -D -o",
        "-D | '-D '",
        "-I | '-I '",
        "-include | '-include '",
        "-std=c11,x | -std=c11,x",
        "-std c11 | -std",
        "--std=c11 | --std=c11",
        "-O7 | -O7",
        "-Ofast | -Ofast",
        "--optimize=2 | --optimize=2",
        "--define-macro=N | --define-macro=N",
        "--include=x.h | --include=x.h",
        "--include-directory=/ | --include-directory=/",
        "-includeconfig.h | -includeconfig.h",
        "-include-pch x.pch | -include-pch",
        "-imacros x.h | -imacros",
        "-isystem /usr/include | -isystem",
        "-iquote. | -iquote.",
        "-I- | -I-",
        "--config=x | --config=x",
        "--config x | --config",
        "-B. | -B.",
        "--sysroot=/ | --sysroot=/",
        "-save-temps | -save-temps",
        "-ftime-trace=x | -ftime-trace=x",
        "-x c++ | -x",
        "other.c | other.c",
        "- | -",
        "-- | --"
      })
  void theseAreNot(String line, String named) throws IOException {
    assertEquals(named, firstOther(line.split(" ")));
  }

  @Test
  void anEmptyOptionIsRefused() throws IOException {
    assertEquals("", firstOther("-DN", ""));
    assertEquals("-DX=\u001b[2J", firstOther("-DX=\u001b[2J"));
  }

  @Test
  void foldersAndHeadersOfTheSourcesFolderAreAllowed() throws IOException {
    Path include = source.resolveSibling("include");
    assertNull(firstOther("-I" + include));
    assertNull(firstOther("-I", include.toString()));
    assertNull(firstOther("-I" + include.resolve("..")));
    assertNull(firstOther("-include", include.resolve("config.h").toString()));
    assertNull(firstOther("-include", "config.h", "-I" + include));
  }

  @Test
  void noWayLeadsOut() throws IOException {
    String outside = folder.resolve("outside").toString();
    String up = source.resolveSibling("..").toString();
    String link = source.resolveSibling("link").toString();
    for (String way :
        List.of(outside, up, up + "/outside", link, link + "/.", "/", folder + "/no")) {
      assertEquals("-I" + way, firstOther("-I" + way));
      assertEquals("-I " + way, firstOther("-I", way));
    }
    String include = source.resolveSibling("include").toString();
    for (String way :
        List.of(
            outside + "/secret.h",
            up + "/outside/secret.h",
            link + "/secret.h",
            include + "/link.h",
            "/dev/stdin",
            "../../../../no-such-header.h")) {
      assertEquals("-include " + way, firstOther("-include", way));
    }
    assertEquals("-include link.h", firstOther("-include", "link.h", "-I" + include));
    assertEquals(
        "-include ../link/secret.h", firstOther("-I" + include, "-include", "../link/secret.h"));
  }
}
