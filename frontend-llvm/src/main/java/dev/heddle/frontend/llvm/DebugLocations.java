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
    int line = LLVMGetDebugLocLine(value);
    if (line <= 0) {
      return Location.NONE;
    }
    int column = LLVMIsAInstruction(value) == null ? 0 : LLVMGetDebugLocColumn(value);
    SourceFile file = hasFile(value) ? file(value) : inputFile;
    long place = ((long) line << 32) | column;
    Location known = file.locations.get(place);
    if (known == null) {
      known = new Location(file.name, line, column);
      file.locations.put(place, known);
    }
    return known;
  }

  /** Whether the function's text is in one of Heddle's headers or of the machine's. */
  boolean isLibrary(LLVMValueRef function) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    if (subprogram == null) {
      return false;
    }
    LLVMMetadataRef file = LLVMDIScopeGetFile(subprogram);
    if (file == null) {
      return false;
    }
    int[] length = new int[1];
    String name = NativeText.of(LLVMDIFileGetFilename(file, length), length[0]);
    String folder = NativeText.of(LLVMDIFileGetDirectory(file, length), length[0]);
    Path text = Path.of(folder).resolve(name).normalize();
    return text.startsWith(libraryFolder) || SystemHeaders.contain(text);
  }

  /** LLVM takes on trust what a block says its file is, and so must not be asked for its name. */
  private static boolean hasFile(LLVMValueRef value) {
    if (LLVMIsAInstruction(value) == null) {
      return true;
    }
    LLVMMetadataRef scope = LLVMDILocationGetScope(LLVMInstructionGetDebugLoc(value));
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    return file != null && LLVMGetMetadataKind(file) == LLVMDIFileMetadataKind;
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
