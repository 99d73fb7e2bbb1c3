package dev.heddle.cli;

import dev.heddle.explore.Checkpointing;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * The state in a checkpoint: what the exploration has written, and its hash behind it. It can be
 * larger than memory, so that it is never there as a whole.
 */
final class CheckpointState {
  private static final int BUFFER = 1 << 16;

  private CheckpointState() {}

  /** Writes a state. */
  static void write(Checkpointing.State state, OutputStream file) throws IOException {
    MessageDigest hash = Fingerprint.digest();
    FastGzip packed = new FastGzip(file);
    DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(new DigestOutputStream(packed, hash), BUFFER));
    state.write(out);
    out.flush();
    packed.write(hash.digest());
    packed.finish();
  }

  /** Most of a large state is hashes and what is packed already: more effort would find little. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Whether the rest of a file is a whole state. */
  static boolean isWhole(InputStream file) throws IOException {
    try {
      return isHashed(open(file));
    } catch (EOFException | ZipException cut) {
      return false;
    }
  }

  private static boolean isHashed(InputStream in) throws IOException {
    MessageDigest digest = Fingerprint.digest();
    int hash = digest.getDigestLength();
    byte[] buffer = new byte[hash + BUFFER];
    int held = 0;
    for (int count = 0; count >= 0; count = in.read(buffer, held, BUFFER)) {
      held += count;
      int passed = Math.max(0, held - hash);
      digest.update(buffer, 0, passed);
      held -= passed;
      System.arraycopy(buffer, passed, buffer, 0, held);
    }
    return held == hash && Arrays.equals(digest.digest(), Arrays.copyOf(buffer, hash));
  }

  /** The state that is the rest of a file, and its hash. */
  static InputStream open(InputStream file) throws IOException {
    return new GZIPInputStream(file, BUFFER);
  }
}
