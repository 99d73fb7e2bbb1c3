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
  private final Map<Location, Location> interned = new HashMap<>();
  private final Map<Long, String> files = new HashMap<>();

  /**
   * @param input the file as the user named it, which is how locations name it
   * @param libraryFolder where Heddle's own headers are
   */
  DebugLocations(Path input, Path libraryFolder) {
    this.input = input;
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
    Location location = new Location(file(value), line, column);
    Location known = interned.putIfAbsent(location, location);
    return known == null ? location : known;
  }

  /** Whether the function's text is in one of Heddle's headers. */
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
    String name = text(LLVMDIFileGetFilename(file, length), length);
    String folder = text(LLVMDIFileGetDirectory(file, length), length);
    return Path.of(folder).resolve(name).normalize().startsWith(libraryFolder);
  }

  private String file(LLVMValueRef value) {
    int[] length = new int[1];
    BytePointer name = LLVMGetDebugLocFilename(value, length);
    if (name == null) {
      return input.toString();
    }
    // The text belongs to the module's metadata: one address for each file.
    String known = files.get(name.address());
    if (known == null) {
      String file = text(name, length);
      String folder = text(LLVMGetDebugLocDirectory(value, length), length);
      known = asTheUserKnowsIt(Path.of(folder).resolve(file).normalize());
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

  private static String text(BytePointer pointer, int[] length) {
    return pointer == null || length[0] == 0 ? "" : pointer.capacity(length[0]).getString();
  }
}
