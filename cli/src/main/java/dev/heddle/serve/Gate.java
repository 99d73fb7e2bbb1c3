package dev.heddle.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Decides which requests are answered at all. Other pages in the same browser can send requests to
 * this machine, and other users of the machine can too; what they cannot do is know the token, or
 * make a browser say that they are us.
 */
final class Gate {
  static final String TOKEN_HEADER = "X-Heddle-Token";

  private final String token;
  private final Set<String> hosts;

  Gate(String token, int port) {
    this.token = token;
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
  }

  /** A secret that nobody guesses. */
  static String newToken() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Why a request is refused, or null if it may pass. */
  String refusal(HttpExchange exchange, String shown) {
    Headers headers = exchange.getRequestHeaders();
    // Somebody else's name that leads to this machine would make their page the same origin as
    // ours.
    if (!isOnly(headers.get("Host"), hosts)) {
      return "this server answers to its own address only";
    }
    List<String> origins = headers.get("Origin");
    if (origins != null && !isOnly(origins, Set.copyOf(ownOrigins()))) {
      return "requests of other pages are refused";
    }
    List<String> sites = headers.get("Sec-Fetch-Site");
    if (sites != null && !isOnly(sites, Set.of("same-origin", "none"))) {
      return "requests of other pages are refused";
    }
    if (shown == null || !isToken(shown)) {
      return "the token is missing or wrong; use the address that 'heddle serve' has printed";
    }
    return null;
  }

  private List<String> ownOrigins() {
    return hosts.stream().map(host -> "http://" + host).toList();
  }

  private static boolean isOnly(List<String> values, Set<String> allowed) {
    return values != null && values.size() == 1 && allowed.contains(values.get(0));
  }

  /** Takes the same time however much of the token is right. */
  private boolean isToken(String shown) {
    return MessageDigest.isEqual(
        token.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
  }
}
