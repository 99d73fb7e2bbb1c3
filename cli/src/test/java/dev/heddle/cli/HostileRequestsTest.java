package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is sent to the server, it refuses or limits it, and goes on. */
class HostileRequestsTest {
  private static final String FINE = "int main(void) { return 0; }\n";

  @TempDir private static Path folder;
  private static ServerFixture server;

  @BeforeAll
  static void start() throws IOException {
    server = new ServerFixture(folder);
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    server.close();
    assertEquals(List.of(), leftovers(), "every check deletes its folder");
  }

  private static List<Path> leftovers() throws IOException, InterruptedException {
    List<Path> left = List.of(folder);
    for (int i = 0; i < 50 && !left.isEmpty(); i++) {
      try (Stream<Path> files = Files.list(folder)) {
        left = files.toList();
      }
      Thread.sleep(i == 0 ? 0 : 100);
    }
    return left;
  }

  /** After each of them, somebody else gets an answer. */
  @AfterEach
  void theServerGoesOn() throws IOException, InterruptedException {
    assertEquals(200, code(server.request("/?token=" + server.token)));
  }

  private static void assertChecks() throws IOException, InterruptedException {
    String status = server.check(FINE, "model=sc");
    assertTrue(status.startsWith("done\n") && status.contains("\"verdict\":\"safe\""), status);
  }

  private static int code(HttpRequest.Builder request) throws IOException, InterruptedException {
    return server.send(request).statusCode();
  }

  private static Socket connection() throws IOException {
    InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    return new Socket(here, server.server.port());
  }

  /** Sends bytes as they are and gives the answer as far as there is one. */
  private static String raw(String request) throws IOException {
    try (Socket socket = connection()) {
      socket.setSoTimeout(20_000);
      try {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      } catch (SocketException e) {
        return "closed";
      }
    }
  }

  private static String host() {
    return "Host: 127.0.0.1:" + server.server.port() + "\r\n";
  }

  private static String end() {
    return "X-Heddle-Token: " + server.token + "\r\nConnection: close\r\n\r\n";
  }

  // ---- Who may ask --------------------------------------------------------------------------

  @Test
  void withoutTheTokenThereIsNothing() throws IOException, InterruptedException {
    for (String path : List.of("/", "/?token=", "/?token=" + "0".repeat(48), "/job?id=x", "/x")) {
      assertEquals(403, code(server.request(path)), path);
    }
    assertEquals(403, code(server.request("/run").POST(HttpRequest.BodyPublishers.ofString(FINE))));
    assertEquals(200, code(server.request("/?token=" + server.token)));
  }

  @Test
  void theTokenInAnAddressIsForThePageOnly() throws IOException, InterruptedException {
    HttpRequest.Builder run = server.request("/run?token=" + server.token);
    assertEquals(403, code(run.POST(HttpRequest.BodyPublishers.ofString(FINE))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.example", "null", "http://127.0.0.1", "https://localhost"})
  void pagesOfOthersAreRefused(String origin) throws IOException, InterruptedException {
    HttpRequest.Builder run = server.withToken("/run").header("Origin", origin);
    assertEquals(403, code(run.POST(HttpRequest.BodyPublishers.ofString(FINE))));
    assertEquals(
        403,
        code(server.request("/?token=" + server.token).header("Sec-Fetch-Site", "cross-site")));
  }

  @Test
  void noOneElseGetsPermissionBeforehand() throws IOException, InterruptedException {
    HttpResponse<String> answer =
        server.send(
            server
                .request("/run")
                .header("Origin", "http://evil.example")
                .header("Access-Control-Request-Method", "POST")
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
    assertEquals(403, answer.statusCode());
    assertTrue(answer.headers().firstValue("Access-Control-Allow-Origin").isEmpty());
  }

  @Test
  void anotherNameOfThisMachineIsRefused() throws IOException {
    String page = "GET /?token=" + server.token + " HTTP/1.1\r\n";
    assertTrue(raw(page + "Host: evil.example\r\n" + end()).startsWith("HTTP/1.1 403"));
    assertTrue(raw(page + end()).startsWith("HTTP/1.1 403"), "no name at all");
    assertTrue(raw(page + host() + "Host: evil.example\r\n" + end()).startsWith("HTTP/1.1 403"));
  }

  @Test
  void noOtherMachineIsHeard() throws IOException {
    for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(network.getInetAddresses())) {
        if (!address.isLoopbackAddress()) {
          assertFalse(answers(address), () -> "" + address);
        }
      }
    }
  }

  private static boolean answers(InetAddress address) {
    try (Socket socket = new Socket(address, server.server.port())) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }

  // ---- What they may ask --------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../../../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/samples/../../etc/passwd",
        "/file:///etc/passwd",
        "/run/../../etc/passwd",
        "/C:\\\\windows\\\\win.ini"
      })
  void thereAreNoFiles(String path) throws IOException {
    String answer = raw("GET " + path + " HTTP/1.1\r\n" + host() + end());
    assertTrue(answer.matches("(?s)HTTP/1\\.1 (400|403|404) .*"), answer);
    assertFalse(answer.contains("root:"), answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model=--output%3dx",
        "model=sc%20--html%20x",
        "algorithm=..%2fx",
        "unroll=0",
        "unroll=99999999999999999999",
        "unroll=-1",
        "model=sc&model=sc",
        "model=%zz"
      })
  void optionsAreWords(String query) throws IOException {
    // Written by hand, as a client would not send some of them.
    String answer =
        raw("POST /run?" + query + " HTTP/1.1\r\n" + host() + "Content-Length: 0\r\n" + end());
    assertTrue(answer.startsWith("HTTP/1.1 400"), answer);
  }

  @Test
  void anUnknownModelIsAnErrorOfTheCheck() throws IOException, InterruptedException {
    String status = server.check(FINE, "model=nonsense");
    assertTrue(status.startsWith("failed\nthere is no result: heddle: "), status);
    assertTrue(status.contains("there is no model 'nonsense'"), status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE", "TRACE", "PATCH", "HEAD", "OPTIONS", "NONSENSE"})
  void otherMethodsAreRefused(String method) throws IOException {
    String answer = raw(method + " /run HTTP/1.1\r\n" + host() + end());
    assertTrue(answer.startsWith("HTTP/1.1 405"), answer);
  }

  @Test
  void nonsenseIsNoRequest() throws IOException {
    assertFalse(raw("\0\1\2\3 hello\r\n\r\n").contains(" 200 "));
    assertFalse(raw("GET /" + "x".repeat(1_000_000) + " HTTP/1.1\r\n" + end()).contains(" 200 "));
    String headers = "X-A: b\r\n".repeat(1_000);
    assertFalse(raw("GET /job HTTP/1.1\r\n" + headers + host() + end()).contains(" 200 "));
    assertFalse(
        raw("GET /job HTTP/1.1\r\nX-A: " + "b".repeat(4_000_000) + "\r\n" + host() + end())
            .contains(" 200 "));
  }

  // ---- How much -----------------------------------------------------------------------------

  @Test
  void aProgramIsNotEndless() throws IOException, InterruptedException {
    for (int size : new int[] {300_000, 2_000_000, 16_000_000}) {
      HttpResponse<String> answer = server.run("x".repeat(size), "model=sc");
      assertEquals(413, answer.statusCode(), "size " + size);
      assertTrue(answer.body().contains("256 KiB"), answer.body());
    }
    String announced =
        raw("POST /run HTTP/1.1\r\n" + host() + "Content-Length: 99999999999\r\n" + end() + "xx");
    assertFalse(announced.contains(" 200 "), announced);
  }

  @Test
  void aStreamIsNotEndless() throws IOException {
    try (Socket socket = connection()) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      String head = "POST /run HTTP/1.1\r\n" + host() + "Transfer-Encoding: chunked\r\n" + end();
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      byte[] chunk = ("1000\r\n" + "x".repeat(4096) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      int sent = 0;
      try {
        while (sent < 10_000) {
          out.write(chunk);
          sent++;
        }
      } catch (SocketException closed) {
        assertTrue(sent > 0);
      }
      assertTrue(sent < 10_000, "the server did not wait for forty megabytes");
    }
  }

  @Test
  void slowClientsHoldNobodyUp() throws IOException, InterruptedException {
    List<Socket> slow = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      Socket socket = connection();
      String part = i % 2 == 0 ? "GET /jo" : "POST /run HTTP/1.1\r\n" + host() + "Content-Le";
      socket.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
      slow.add(socket);
    }
    assertChecks();
    for (Socket socket : slow) {
      socket.setSoTimeout(20_000);
      assertTrue(isClosed(socket), "it gets no more time than others");
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try (socket;
        InputStream in = socket.getInputStream()) {
      in.readAllBytes();
      return true;
    } catch (SocketException reset) {
      return true;
    }
  }

  // ---- Programs -----------------------------------------------------------------------------

  @Test
  void aProgramThatLoopsIsEnded() throws IOException, InterruptedException {
    String loop =
        """
        #include <stdatomic.h>
        #include <pthread.h>
        atomic_int x, y;
        void *run(void *unused) {
          for (int i = 0; i < 1000000; i++) { atomic_store(&x, i); atomic_store(&y, x); }
          return 0;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, run, 0);
          run(0);
          pthread_join(t, 0);
          return 0;
        }
        """;
    String status = server.check(loop, "model=sc");
    assertTrue(status.contains("\"verdict\":\"inconclusive\"") || status.contains("limit"), status);
  }

  @Test
  void includesWithoutEndAreEnded() throws IOException, InterruptedException {
    String bomb =
        """
        #if __INCLUDE_LEVEL__ < 180
        #include __FILE__
        #include __FILE__
        #endif
        int main(void) { return 0; }
        """;
    String status = server.check(bomb, "model=sc");
    assertTrue(
        status.contains("limit is reached") || status.contains("\"verdict\":\"error\""), status);
    assertChecks();
  }

  @Test
  void macrosThatFillTheMemoryAreEnded() throws IOException, InterruptedException {
    StringBuilder bomb = new StringBuilder("#define M0 1,1,1,1,1,1,1,1,\n");
    for (int i = 1; i <= 24; i++) {
      bomb.append("#define M" + i + " M" + (i - 1) + " M" + (i - 1) + "\n");
    }
    bomb.append("int a[] = { M24 };\nint main(void) { return a[0] - 1; }\n");
    String status = server.check(bomb.toString(), "model=sc");
    assertTrue(status.contains("limit"), status);
    assertChecks();
  }

  @Test
  void nothingOnDiskCanBeSeen() throws IOException, InterruptedException {
    Path secret = Files.writeString(folder.resolveSibling("secret.h"), "SECRET here;\n");
    for (String line :
        List.of(
            "#include \"" + secret + "\"",
            "#include \"../../" + secret.getFileName() + "\"",
            "#include </etc/passwd>",
            "char a[] = {\n#embed \"" + secret + "\"\n};",
            "#if __has_include(\"" + secret + "\")\n#else\n#error invisible\n#endif")) {
      String status = server.check(line + "\n" + FINE, "model=sc");
      assertTrue(status.contains("\"verdict\":\"error\""), status);
      assertFalse(status.contains("SECRET"), status);
      assertFalse(status.contains("root:"), status);
      assertFalse(status.contains(folder.toString()), "nor where things are: " + status);
    }
    Files.delete(secret);
  }

  @Test
  void aProgramThatTellsOfAnotherFileShowsNothingOfIt() throws IOException, InterruptedException {
    String program =
        "#include <assert.h>\n#line 1 \"/etc/passwd.c\"\nint main(void) { assert(0); }\n";
    String status = server.check(program, "model=sc");
    assertTrue(status.contains("\"verdict\":\"violation\""), status);
    assertFalse(status.contains("root:"), status);
  }

  @Test
  void checksWaitForEachOther() throws IOException, InterruptedException {
    String bomb = "#if __INCLUDE_LEVEL__ < 180\n#include __FILE__\n#include __FILE__\n#endif\n";
    List<String> started = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> answer = server.run(bomb, "model=sc");
      assertEquals(200, answer.statusCode());
      started.add(answer.body());
    }
    assertEquals(429, server.run(FINE, "model=sc").statusCode());
    for (String id : started) {
      HttpRequest.Builder stop = server.withToken("/stop?id=" + id);
      assertEquals(200, code(stop.POST(HttpRequest.BodyPublishers.noBody())));
    }
    String status = "running";
    while (status.startsWith("running")) {
      Thread.sleep(20);
      status = server.send(server.withToken("/job?id=" + started.get(1))).body();
    }
    assertEquals("failed\nstopped", status);
    Thread.sleep(500);
  }
}
