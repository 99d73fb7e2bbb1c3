package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** Makes one module of the bitcode of several files. */
final class Linkage {
  private final Clang clang;

  Linkage(Clang clang) {
    this.clang = clang;
  }

  /**
   * Links a program. Of files that define {@code main} there is one; a build may have more, of
   * which the others belong to other programs and are left out.
   *
   * @param parts the bitcode of each file
   * @param main the file whose {@code main} is meant; null if there is only one
   */
  byte[] link(String name, Map<Path, byte[]> parts, Path main) throws InputException, IOException {
    List<byte[]> used = new ArrayList<>();
    List<Path> mains = new ArrayList<>();
    for (Map.Entry<Path, byte[]> part : parts.entrySet()) {
      boolean isMain = definesMain(part.getValue());
      if (isMain) {
        mains.add(part.getKey());
      }
      if (!isMain || main == null || part.getKey().equals(main)) {
        used.add(part.getValue());
      }
    }
    if (main == null && mains.size() > 1) {
      throw new InputException(
          name + ": several files define 'main', and a program has one: " + mains);
    }
    Path folder = Files.createTempDirectory("heddle-link");
    List<Path> files = new ArrayList<>();
    try {
      for (byte[] part : used) {
        Path file = folder.resolve(files.size() + ".bc");
        files.add(file);
        Files.write(file, part);
      }
      return clang.link(files, Path.of(name));
    } finally {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.delete(folder);
    }
  }

  private static boolean definesMain(byte[] bitcode) {
    LLVMContextRef context = LLVMContextCreate();
    try {
      LLVMModuleRef module = Bitcode.parse(bitcode, context);
      LLVMValueRef main = LLVMGetNamedFunction(module, "main");
      return main != null && LLVMIsDeclaration(main) == 0;
    } finally {
      LLVMContextDispose(context);
    }
  }
}
