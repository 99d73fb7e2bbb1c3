package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Heddle's own C and C++ headers.
 *
 * <p>Those in {@link #MODEL} declare what it models in a way of its own, such as threads and locks:
 * they come before the machine's. Those in {@link #BARE} declare functions of the C library and
 * come behind the machine's, for a machine that has none.
 */
final class Headers {
  /** The folder of the headers that only C++ has. */
  static final String CPP = "c++";

  /** The folder of the headers that stand before those of the machine's C++ library. */
  static final String LIBSTDCPP = "libstdc++";

  /** The folder of the headers that replace the machine's. */
  static final String MODEL = "model";

  /** The folder of the headers that serve where the machine has none. */
  static final String BARE = "bare";

  static final List<String> NAMES =
      List.of(
          "bare/ctype.h",
          "bare/errno.h",
          "bare/fcntl.h",
          "bare/inttypes.h",
          "bare/linux/futex.h",
          "bare/math.h",
          "bare/sched.h",
          "bare/signal.h",
          "bare/stdio.h",
          "bare/stdlib.h",
          "bare/string.h",
          "bare/strings.h",
          "bare/sys/mman.h",
          "bare/sys/stat.h",
          "bare/sys/syscall.h",
          "bare/sys/time.h",
          "bare/sys/types.h",
          "bare/sys/wait.h",
          "bare/time.h",
          "bare/unistd.h",
          "c++/algorithm",
          "c++/array",
          "c++/atomic",
          "c++/cassert",
          "c++/cctype",
          "c++/cerrno",
          "c++/chrono",
          "c++/cinttypes",
          "c++/climits",
          "c++/condition_variable",
          "c++/cstdarg",
          "c++/cstddef",
          "c++/cstdint",
          "c++/cstdio",
          "c++/cstdlib",
          "c++/cstring",
          "c++/ctime",
          "c++/exception",
          "c++/functional",
          "c++/initializer_list",
          "c++/iostream",
          "c++/latch",
          "c++/limits",
          "c++/map",
          "c++/memory",
          "c++/mutex",
          "c++/new",
          "c++/optional",
          "c++/queue",
          "c++/ratio",
          "c++/semaphore",
          "c++/shared_mutex",
          "c++/stdexcept",
          "c++/string",
          "c++/thread",
          "c++/tuple",
          "c++/type_traits",
          "c++/unordered_map",
          "c++/utility",
          "c++/vector",
          "libstdc++/bits/atomic_timed_wait.h",
          "libstdc++/bits/atomic_wait.h",
          "libstdc++/bits/c++config.h",
          "model/assert.h",
          "model/bits/alltypes.h",
          "model/bits/pthreadtypes.h",
          "model/dat3m.h",
          "model/genmc.h",
          "model/heddle.h",
          "model/heddle/threadtypes.h",
          "model/pthread.h",
          "model/semaphore.h",
          "model/setjmp.h",
          "model/stdatomic.h",
          "model/threads.h");

  /** The sources of the {@link RuntimeLibrary}. */
  static final List<String> RUNTIME =
      List.of(
          "runtime.h",
          "atomic.c",
          "cancellation.c",
          "cpp.c",
          "ctype.c",
          "exceptions.c",
          "futex.c",
          "input.c",
          "locks.c",
          "math.c",
          "mutexes.c",
          "signals.c",
          "spurious.c",
          "stdio.c",
          "stdlib.c",
          "string.c",
          "threads.c",
          "time.c",
          "unistd.c");

  /** Those of its part for the machine's C++ library. */
  static final List<String> CPP_RUNTIME =
      List.of(
          "runtime.h",
          "streams.h",
          "containers.cpp",
          "errors.cpp",
          "istreams.cpp",
          "streams.cpp",
          "stringstreams.cpp",
          "synchronization.cpp");

  /**
   * Names their content, so that an unpacked folder is known to be right without looking into it. A
   * test compares it with {@link #computeFingerprint}.
   */
  static final String FINGERPRINT = "ed03c7ac96bf3be1";

  private Headers() {}

  /** The folder that has them as files. */
  static Path unpacked(CacheFolder cache) throws IOException {
    String key = "headers-" + FINGERPRINT;
    Path folder = cache.existing(key);
    return folder != null ? folder : cache.fill(key, Headers::unpack);
  }

  private static void unpack(Path folder) throws IOException {
    for (String name : NAMES) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.write(file, content(name));
    }
  }

  /** The hash (FNV-1a) of all names and contents. */
  static String computeFingerprint() throws IOException {
    long hash = 0xcbf29ce484222325L;
    for (String name : NAMES) {
      hash = hash(name.getBytes(StandardCharsets.UTF_8), hash);
      hash = hash(content(name), hash);
    }
    for (List<String> names : List.of(RUNTIME, CPP_RUNTIME)) {
      for (String name : names) {
        hash = hash(name.getBytes(StandardCharsets.UTF_8), hash);
        hash = hash(runtime(name), hash);
      }
    }
    return Long.toHexString(hash);
  }

  static long hash(byte[] bytes, long before) {
    long hash = before;
    for (byte b : bytes) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }

  private static byte[] content(String name) throws IOException {
    return resource("include/" + name);
  }

  /** The content of a source of the runtime library. */
  static byte[] runtime(String name) throws IOException {
    return resource("runtime/" + name);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Headers.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the file " + name + " is missing");
      }
      return in.readAllBytes();
    }
  }
}
