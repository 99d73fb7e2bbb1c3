package dev.heddle.explore;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/** States of explorations, kept in memory. */
final class KeptStates {
  private KeptStates() {}

  /**
   * @param resumed the state to go on from, or null for the beginning
   */
  static Checkpointing checkpointing(byte[] resumed, long interval, Consumer<byte[]> keeper) {
    return new Checkpointing(
        resumed == null ? null : () -> new ByteArrayInputStream(resumed),
        interval,
        state -> keeper.accept(bytes(state)));
  }

  private static byte[] bytes(Checkpointing.State state) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      state.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
