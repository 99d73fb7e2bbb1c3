package dev.heddle.frontend.llvm;

import java.nio.file.Path;
import java.util.zip.Inflater;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.llvm.global.LLVM;

/**
 * Loads LLVM into this process, once.
 *
 * <p>JavaCPP's own loading inspects annotations, jars and the cache on each start. When its classes
 * and ours have the same class loader, it is enough to load the library files and to let its
 * classes initialise while JavaCPP's loading is switched off. Otherwise, or when a library does not
 * load this way, JavaCPP does it as it always does.
 */
final class NativeLlvm {
  private static final String LOADING = "org.bytedeco.javacpp.loadLibraries";

  /** The classes of JavaCPP that have native code and that this package uses. */
  private static final Class<?>[] NATIVE_CLASSES = {
    Pointer.class,
    BytePointer.class,
    IntPointer.class,
    SizeTPointer.class,
    PointerPointer.class,
    LLVM.class
  };

  private static volatile boolean loaded;

  private NativeLlvm() {}

  /** Starts to load in a thread of its own, which {@link #load} then waits for. */
  static void startLoading(NativeFiles files) {
    if (loaded) {
      return;
    }
    loadZipLibrary();
    Thread thread =
        new Thread("llvm") {
          @Override
          public void run() {
            try {
              load(files);
            } catch (LinkageError | RuntimeException e) {
              // Who needs the library loads it again and gets to know.
            }
          }
        };
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Java loads its library for zip files when it opens the first compressed jar, while it holds the
   * lock of the class path; libraries are loaded under a lock of their own, and while ours is, its
   * code looks for classes. Two threads that do both at once wait for each other forever.
   */
  private static void loadZipLibrary() {
    new Inflater().end();
  }

  static synchronized void load(NativeFiles files) {
    if (loaded) {
      return;
    }
    if (NativeLlvm.class.getClassLoader() != LLVM.class.getClassLoader() || !loadDirectly(files)) {
      Loader.load(LLVM.class);
    }
    loaded = true;
  }

  private static boolean loadDirectly(NativeFiles files) {
    String before = System.getProperty(LOADING);
    System.setProperty(LOADING, "false");
    try {
      for (Path library : files.libraries()) {
        System.load(library.toAbsolutePath().toString());
      }
      for (Class<?> type : NATIVE_CLASSES) {
        Class.forName(type.getName(), true, type.getClassLoader());
      }
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    } finally {
      if (before == null) {
        System.clearProperty(LOADING);
      } else {
        System.setProperty(LOADING, before);
      }
    }
  }
}
