package dev.heddle.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A server for a browser on the same machine. It has four addresses: {@code /} is the page, {@code
 * /run} starts a check, {@code /job} tells how it stands, {@code /stop} ends it. There are no
 * files.
 */
public final class LocalServer implements AutoCloseable {
  private static final int LARGEST_PROGRAM = 256 << 10;
  private static final int MAX_REQUESTS = 64;
  private static final long MAX_UNROLL = 1_000;

  /**
   * How much of a request that was refused is still taken in. A connection that is closed while the
   * client sends would be reset, and the answer lost with it.
   */
  private static final int LARGEST_REMAINDER = 16 << 20;

  /** Seconds for a client to send a request, and to take in the answer. */
  private static final int PATIENCE = 10;

  /** An answer. */
  private record Answer(int code, String type, String text) {
    static Answer text(int code, String text) {
      return new Answer(code, "text/plain; charset=utf-8", text);
    }
  }

  /** What is wrong with a request, in words for whoever sent it. */
  private static final class RefusedException extends Exception {
    private final int code;

    RefusedException(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  /**
   * How to serve.
   *
   * @param port 0 for any that is free
   * @param heddle the command that starts Heddle
   * @param headers the folder that the compiler's and Heddle's own headers are in
   * @param mebibytes the limit of memory of each check, with the compiler that it starts
   * @param seconds the time limit of each check
   * @param page makes the page from the token
   */
  public record Setup(
      int port,
      List<String> heddle,
      Path headers,
      long mebibytes,
      int seconds,
      UnaryOperator<String> page) {}

  private final Setup setup;
  private final HttpServer server;
  private final ExecutorService threads;
  private final Jobs jobs;
  private final String token = Gate.newToken();
  private final Gate gate;

  private LocalServer(Setup setup, Path folder) throws IOException {
    this.setup = setup;
    InetAddress loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
    server = HttpServer.create(new InetSocketAddress(loopback, setup.port), 0);
    gate = new Gate(token, port());
    // Checks end by themselves; what does not is ended a little later.
    Duration time = Duration.ofSeconds(setup.seconds + 5L);
    jobs = new Jobs(new Jobs.Checking(setup.heddle, setup.headers, time), folder);
    // A client that is slow keeps a thread busy until its time is over; there are enough.
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            MAX_REQUESTS,
            MAX_REQUESTS,
            PATIENCE,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            LocalServer::daemon);
    pool.allowCoreThreadTimeOut(true);
    threads = pool;
    server.setExecutor(threads);
    server.createContext("/", this::handle);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "request");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts to serve.
   *
   * @param folder takes what checks write, until they end
   */
  public static LocalServer start(Setup setup, Path folder) throws IOException {
    // The server of the JDK reads these once, before the first one is made.
    setIfAbsent("sun.net.httpserver.maxReqTime", PATIENCE);
    setIfAbsent("sun.net.httpserver.maxRspTime", PATIENCE);
    setIfAbsent("sun.net.httpserver.maxReqHeaders", 64);
    setIfAbsent("jdk.httpserver.maxConnections", 2 * MAX_REQUESTS);
    LocalServer local = new LocalServer(setup, folder);
    local.server.start();
    return local;
  }

  private static void setIfAbsent(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** What to enter in a browser. */
  public String address() {
    return "http://127.0.0.1:" + port() + "/?token=" + token;
  }

  @Override
  public void close() {
    server.stop(0);
    jobs.stopAll();
    threads.shutdownNow();
  }

  // ---- Requests -----------------------------------------------------------------------------

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer;
      try {
        answer = answer(exchange);
      } catch (RefusedException e) {
        answer = Answer.text(e.code, e.getMessage() + "\n");
      } catch (IllegalArgumentException e) {
        answer = Answer.text(400, "the request is not understood: " + e.getMessage() + "\n");
      }
      send(exchange, answer);
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException, RefusedException {
    Query query = new Query(exchange.getRequestURI());
    String path = exchange.getRequestURI().getPath();
    boolean isPage = path.equals("/");
    String shown =
        isPage ? query.get("token") : exchange.getRequestHeaders().getFirst(Gate.TOKEN_HEADER);
    String refusal = gate.refusal(exchange, shown);
    if (refusal != null) {
      throw new RefusedException(403, refusal);
    }
    switch (path) {
      case "/" -> {
        require(exchange, "GET");
        return new Answer(200, "text/html; charset=utf-8", setup.page.apply(token));
      }
      case "/run" -> {
        require(exchange, "POST");
        return run(query, body(exchange));
      }
      case "/job" -> {
        require(exchange, "GET");
        Job.Status status = job(query).status();
        String state = status.state().name().toLowerCase(Locale.ROOT);
        return Answer.text(200, state + "\n" + status.text());
      }
      case "/stop" -> {
        require(exchange, "POST");
        job(query).stop("stopped");
        return Answer.text(200, "stopped\n");
      }
      default -> throw new RefusedException(404, "there is nothing at this address");
    }
  }

  private static void require(HttpExchange exchange, String method) throws RefusedException {
    if (!exchange.getRequestMethod().equals(method)) {
      throw new RefusedException(405, "this address takes " + method + " only");
    }
  }

  private Job job(Query query) throws RefusedException {
    String id = query.get("id");
    Job job = id == null ? null : jobs.get(id);
    if (job == null) {
      throw new RefusedException(404, "there is no such check, or not any more");
    }
    return job;
  }

  private static String body(HttpExchange exchange) throws IOException, RefusedException {
    InputStream in = exchange.getRequestBody();
    byte[] body = in.readNBytes(LARGEST_PROGRAM + 1);
    if (body.length > LARGEST_PROGRAM) {
      throw new RefusedException(
          413, "a program may have " + (LARGEST_PROGRAM >> 10) + " KiB here; use heddle check");
    }
    return new String(body, StandardCharsets.UTF_8);
  }

  private Answer run(Query query, String program) throws IOException, RefusedException {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--timeout", setup.seconds + "s"));
    options.addAll(List.of("--memory", setup.mebibytes + "M"));
    for (String name : List.of("model", "algorithm")) {
      String value = query.word(name);
      if (value != null) {
        options.addAll(List.of("--" + name, value));
      }
    }
    String unroll = query.word("unroll");
    if (unroll != null) {
      long passes = Long.parseLong(unroll);
      if (passes < 1 || passes > MAX_UNROLL) {
        throw new IllegalArgumentException("'unroll' is between 1 and " + MAX_UNROLL);
      }
      options.addAll(List.of("--unroll", unroll));
    }
    for (String flag : List.of("keep-going", "check-liveness")) {
      if (query.word(flag) != null) {
        options.add("--" + flag);
      }
    }
    boolean isCpp = "cpp".equals(query.word("language"));
    String id = jobs.start(program, isCpp, options);
    if (id == null) {
      throw new RefusedException(429, "other checks are under way; stop them or wait");
    }
    return Answer.text(200, id);
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] bytes = answer.text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().set("X-Frame-Options", "DENY");
    exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
    exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
    exchange.getResponseHeaders().set("Cross-Origin-Opener-Policy", "same-origin");
    if (answer.code >= 400) {
      exchange.getResponseHeaders().set("Connection", "close");
    }
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(answer.code, isHead || bytes.length == 0 ? -1 : bytes.length);
    if (!isHead) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(bytes);
        out.flush();
        if (answer.code >= 400) {
          takeIn(exchange.getRequestBody());
        }
      }
    }
  }

  private static void takeIn(InputStream remainder) throws IOException {
    byte[] block = new byte[1 << 16];
    int taken = 0;
    int count;
    while (taken < LARGEST_REMAINDER && (count = remainder.read(block)) > 0) {
      taken += count;
    }
  }
}
