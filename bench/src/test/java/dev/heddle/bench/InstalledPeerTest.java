package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs scripts that print what the real tools print. */
@Timeout(60)
class InstalledPeerTest {
  private static final Row ROW = Row.of("lamport", "3", List.of(), Map.of());

  private static final String NO_REDUCTIONS =
      "--no-partial-loop-purity --no-assume-await --no-commute-rmws ";

  @TempDir private Path folder;

  private InstalledPeer.Result run(Peer peer, String variant, String script, long nanoseconds)
      throws Exception {
    return run(peer, ROW, variant, script, nanoseconds);
  }

  private InstalledPeer.Result run(
      Peer peer, Row row, String variant, String script, long nanoseconds) throws Exception {
    Path executable = folder.resolve(peer.executable());
    Files.writeString(executable, "#!/bin/sh\nprintf '%s ' \"$@\" >" + arguments() + "\n" + script);
    Files.setPosixFilePermissions(executable, PosixFilePermissions.fromString("rwx------"));
    return new InstalledPeer(peer, executable)
        .run(
            new Instance(row, Variant.named(variant)),
            folder.resolve("a.c"),
            new Subprocess(),
            folder,
            nanoseconds);
  }

  private Path arguments() {
    return folder.resolve("arguments.txt");
  }

  private void assertCalledWith(String expected) throws IOException {
    assertEquals(expected + folder.resolve("a.c") + " ", Files.readString(arguments()));
  }

  @Test
  void genmc() throws Exception {
    InstalledPeer.Result result =
        run(
            Peer.GENMC,
            "optimal",
            """
            cat <<'END'
            GenMC v0.11.0 (LLVM 14.0.6)
            Copyright (C) 2024 MPI-SWS. All rights reserved.

            *** Compilation complete.
            *** Transformation complete.
            *** Verification complete.
            No errors were detected.
            Number of complete executions explored: 9216
            Number of blocked executions seen: 5527
            Total wall-clock time: 0.61s
            END
            """,
            0);
    assertTrue(result.counted(), result.problem());
    assertEquals(9216, result.complete());
    assertEquals(5527, result.blocked());
    assertTrue(result.seconds() > 0 && result.seconds() < 30);
    assertCalledWith("--sc --disable-estimation -- -DN=3 ");
  }

  @Test
  void genmcWithoutBlockedExecutionsAndWithAnError() throws Exception {
    InstalledPeer.Result result =
        run(
            Peer.GENMC,
            Row.of("big0", "-", List.of(), Map.of()),
            "optimal",
            """
            echo 'Error: Safety violation!' >&2
            echo 'Number of complete executions explored: 7 (2 duplicates)' >&2
            exit 42
            """,
            0);
    assertEquals(7, result.complete());
    assertEquals(0, result.blocked());
    assertCalledWith("--sc --disable-estimation -- ");
  }

  @Test
  void nidhuggAddsUpWhatIsBlocked() throws Exception {
    InstalledPeer.Result result =
        run(
            Peer.NIDHUGG,
            "rf",
            """
            cat <<'END'
            Trace count: 3942
            Await-blocked trace count: 20
            Assume-blocked trace count: 4233
            Sleepset-blocked trace count: 1
            No errors were detected.
            Total wall-clock time: 1.10 s
            END
            """,
            0);
    assertEquals(3942, result.complete());
    assertEquals(4254, result.blocked());
    assertCalledWith("-DN=3 -- --sc --rf " + NO_REDUCTIONS);
  }

  @Test
  void nidhuggWithoutBlockedTraces() throws Exception {
    InstalledPeer.Result result = run(Peer.NIDHUGG, "optimal", "echo 'Trace count: 140'\n", 0);
    assertEquals(140, result.complete());
    assertEquals(0, result.blocked());
    assertCalledWith("-DN=3 -- --sc --optimal " + NO_REDUCTIONS);
  }

  @Test
  void boundsAndSwitchesAreHandedOn() throws Exception {
    Row bounded = Row.of("mcslock", "3", List.of("-u4"), Map.of());
    run(Peer.GENMC, bounded, "baseline", "echo", 0);
    assertCalledWith("--sc --disable-estimation --unroll=4 -- -DN=3 -DASSUME ");
    run(Peer.NIDHUGG, bounded, "plp", "echo", 0);
    assertCalledWith("-DN=3 -- --sc --optimal --unroll=4 --no-assume-await --no-commute-rmws ");
    run(Peer.NIDHUGG, ROW, "ifaa", "echo", 0);
    assertCalledWith("-DN=3 -- --sc --optimal ");
    run(Peer.NIDHUGG, ROW, "baseline", "echo", 0);
    assertCalledWith("-DN=3 -DASSUME -- --sc --optimal " + NO_REDUCTIONS);
  }

  @Test
  void outputWithoutCountIsNoResult() throws Exception {
    InstalledPeer.Result result = run(Peer.GENMC, "optimal", "echo clang: no such file >&2\n", 0);
    assertFalse(result.counted());
    assertTrue(result.problem().contains("clang: no such file"), result.problem());
  }

  @Test
  void childrenOfAScriptEndWithIt() throws Exception {
    InstalledPeer.Result result =
        run(Peer.NIDHUGG, "optimal", "sleep 50\necho 'Trace count: 1'\n", 300_000_000);
    assertEquals("timeout", result.problem());
    assertTrue(result.seconds() < 30);
  }
}
