package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Location;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** The places in the source that debug information gives. */
final class DebugLocations {
  private final Path input;
  private final Path absoluteInput;
  private final Path workingFolder = Path.of("").toAbsolutePath();
  private final Path libraryFolder;
  private final SourceFile inputFile;

  /** By the address of the name in the module's metadata: there is one for each file. */
  private final Map<Long, SourceFile> files = new HashMap<>();

  /** By the address of the file in the module's metadata. */
  private final Map<Long, SourceFile> inlinedFiles = new HashMap<>();

  private final Map<Long, Boolean> libraryFiles = new HashMap<>();

  /** A file and the locations in it that were asked for, so that each is one object. */
  private static final class SourceFile {
    final String name;
    final Map<Long, Location> locations = new HashMap<>();

    SourceFile(String name) {
      this.name = name;
    }
  }

  /**
   * @param input the file as the user named it, which is how locations name it
   * @param libraryFolder where Heddle's own headers are
   */
  DebugLocations(Path input, Path libraryFolder) {
    this.input = input;
    this.inputFile = new SourceFile(input.toString());
    this.absoluteInput = input.toAbsolutePath().normalize();
    this.libraryFolder = libraryFolder;
  }

  /** The place of an instruction, function or global. */
  Location of(LLVMValueRef value) {
    if (LLVMIsAInstruction(value) != null) {
      LLVMMetadataRef place = LLVMInstructionGetDebugLoc(value);
      if (place != null && LLVMDILocationGetInlinedAt(place) != null) {
        return ofInlined(place);
      }
    }
    int line = LLVMGetDebugLocLine(value);
    if (line <= 0) {
      return Location.NONE;
    }
    int column = LLVMIsAInstruction(value) == null ? 0 : LLVMGetDebugLocColumn(value);
    return location(hasFile(value) ? file(value) : inputFile, line, column);
  }

  /** The place of what was part of a library's function: the call of it, in the user's text. */
  private Location ofInlined(LLVMMetadataRef inner) {
    LLVMMetadataRef place = inner;
    LLVMMetadataRef around = LLVMDILocationGetInlinedAt(place);
    LLVMMetadataRef file = fileOf(LLVMDILocationGetScope(place));
    while (around != null && (file == null || isLibraryFile(file))) {
      place = around;
      around = LLVMDILocationGetInlinedAt(place);
      file = fileOf(LLVMDILocationGetScope(place));
    }
    int line = LLVMDILocationGetLine(place);
    return line <= 0
        ? Location.NONE
        : location(
            file == null ? inputFile : sourceFile(file), line, LLVMDILocationGetColumn(place));
  }

  /** Whether the function's text is in one of Heddle's headers or of the machine's. */
  boolean isLibrary(LLVMValueRef function) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    LLVMMetadataRef file = subprogram == null ? null : fileOf(subprogram);
    return file != null && isLibraryFile(file);
  }

  private boolean isLibraryFile(LLVMMetadataRef file) {
    return libraryFiles.computeIfAbsent(
        file.address(),
        key -> {
          Path text = pathOf(file);
          return text.startsWith(libraryFolder) || SystemHeaders.contain(text);
        });
  }

  private static Path pathOf(LLVMMetadataRef file) {
    int[] length = new int[1];
    String name = NativeText.of(LLVMDIFileGetFilename(file, length), length[0]);
    String folder = NativeText.of(LLVMDIFileGetDirectory(file, length), length[0]);
    return Path.of(folder).resolve(name).normalize();
  }

  /** LLVM takes on trust what a block says its file is, and so must not be asked for its name. */
  private static LLVMMetadataRef fileOf(LLVMMetadataRef scope) {
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    boolean isFile = file != null && LLVMGetMetadataKind(file) == LLVMDIFileMetadataKind;
    return isFile ? file : null;
  }

  private static boolean hasFile(LLVMValueRef value) {
    return LLVMIsAInstruction(value) == null
        || fileOf(LLVMDILocationGetScope(LLVMInstructionGetDebugLoc(value))) != null;
  }

  private SourceFile sourceFile(LLVMMetadataRef file) {
    return inlinedFiles.computeIfAbsent(
        file.address(), key -> new SourceFile(asTheUserKnowsIt(pathOf(file))));
  }

  private static Location location(SourceFile file, int line, int column) {
    long place = ((long) line << 32) | column;
    return file.locations.computeIfAbsent(place, key -> new Location(file.name, line, column));
  }

  private SourceFile file(LLVMValueRef value) {
    int[] length = new int[1];
    BytePointer name = LLVMGetDebugLocFilename(value, length);
    if (name == null) {
      return inputFile;
    }
    SourceFile known = files.get(name.address());
    if (known == null) {
      String file = NativeText.of(name, length[0]);
      String folder = NativeText.of(LLVMGetDebugLocDirectory(value, length), length[0]);
      known = new SourceFile(asTheUserKnowsIt(Path.of(folder).resolve(file).normalize()));
      files.put(name.address(), known);
    }
    return known;
  }

  private String asTheUserKnowsIt(Path file) {
    if (file.equals(absoluteInput)) {
      return input.toString();
    }
    return file.startsWith(workingFolder)
        ? workingFolder.relativize(file).toString()
        : file.toString();
  }
}
