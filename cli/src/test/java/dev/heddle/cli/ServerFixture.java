package dev.heddle.cli;

import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.report.page.PlayPage;
import dev.heddle.serve.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server with small limits, and a client that knows its token. */
final class ServerFixture implements AutoCloseable {
  static final int SECONDS = 4;
  static final int MEBIBYTES = 700;

  final LocalServer server;
  final String token;
  private final HttpClient client = HttpClient.newHttpClient();

  ServerFixture(Path folder) throws IOException {
    // How long slow clients have; the server of the JDK reads it once.
    System.setProperty("sun.net.httpserver.maxReqTime", "3");
    List<String> heddle = new ArrayList<>(NewProcess.command());
    heddle.removeIf(option -> option.startsWith("-Xm"));
    heddle.add(1, "-Xmx" + MEBIBYTES + "m");
    PlayPage page = new PlayPage("1.0", List.of("sc"), List.of("auto", "rf"), SampleLibrary.read());
    server =
        LocalServer.start(
            new LocalServer.Setup(
                0, heddle, LlvmFrontend.cacheFolder(), MEBIBYTES, SECONDS, page::text),
            folder);
    token = server.address().replaceAll(".*token=", "");
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  HttpRequest.Builder withToken(String path) {
    return request(path).header("X-Heddle-Token", token);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> run(String program, String query) throws IOException, InterruptedException {
    return send(withToken("/run?" + query).POST(HttpRequest.BodyPublishers.ofString(program)));
  }

  /** Checks a program and gives the last words about it. */
  String check(String program, String query) throws IOException, InterruptedException {
    HttpResponse<String> started = run(program, query);
    if (started.statusCode() != 200) {
      return started.statusCode() + " " + started.body();
    }
    String status = "running";
    while (status.startsWith("running")) {
      Thread.sleep(50);
      status = send(withToken("/job?id=" + started.body())).body();
    }
    return status;
  }

  @Override
  public void close() {
    server.close();
  }
}
