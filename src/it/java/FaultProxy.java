/* SPDX-License-Identifier: Apache-2.0 */
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Passes requests on to a store and, where a rule says so, makes them fail on the way: {@code
 * FaultProxy PORT STORE_PORT}.
 *
 * <p>{@code PUT /-/rule} with {@code KIND TIMES MILLIS METHOD PATTERN} sets the only rule, {@code
 * DELETE /-/rule} takes it away, {@code GET /-/rule} tells how often it was applied. PATTERN is to
 * match the whole path. Kinds:
 *
 * <ul>
 *   <li>{@code refuse}: the answer is 503, the store hears nothing
 *   <li>{@code cut}: the connection ends in the middle of the body, the store hears nothing
 *   <li>{@code late}: the request is passed on MILLIS later
 *   <li>{@code lost}: the request is passed on, and the connection ends without its answer
 *   <li>{@code pair}: two requests for one path, of two writers, are both held until the second is
 *       there. The store gets the second MILLIS after the first is answered or, if MILLIS is
 *       negative, before that. One that stays alone for some seconds is passed on.
 * </ul>
 */
final class FaultProxy {
  private static final int ALONE_SECONDS = 5;

  private static final List<String> NOT_PASSED_ON =
      List.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int storePort;
  private final Map<String, Pair> pairs = new ConcurrentHashMap<>();
  private volatile Optional<Rule> rule = Optional.empty();

  private FaultProxy(int storePort) {
    this.storePort = storePort;
  }

  /** Serves until it is killed. */
  public static void main(String[] args) throws IOException {
    FaultProxy proxy = new FaultProxy(Integer.parseInt(args[1]));
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    HttpServer server = HttpServer.create(address, 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> guarded(exchange, proxy::serve));
    server.createContext("/-/rule", exchange -> guarded(exchange, proxy::control));
    server.start();
  }

  private interface Handler {
    void handle(HttpExchange exchange) throws Exception;
  }

  private static void guarded(HttpExchange exchange, Handler handler) {
    try (exchange) {
      handler.handle(exchange);
    } catch (Exception broken) {
      System.err.println(exchange.getRequestMethod() + " " + path(exchange) + ": " + broken);
    }
  }

  /** What is to happen to the next requests. */
  private record Rule(
      String kind,
      AtomicInteger left,
      long millis,
      String method,
      Pattern paths,
      AtomicInteger hits) {
    static Rule of(String text) {
      String[] words = text.strip().split("\\s+", 5);
      return new Rule(
          words[0],
          new AtomicInteger(Integer.parseInt(words[1])),
          Long.parseLong(words[2]),
          words[3],
          Pattern.compile(words[4]),
          new AtomicInteger());
    }

    boolean applies(HttpExchange exchange) {
      boolean fits =
          exchange.getRequestMethod().equals(method)
              && paths.matcher(path(exchange)).matches()
              && left.getAndUpdate(times -> Math.max(0, times - 1)) > 0;
      if (fits) {
        System.err.println(kind + " #" + hits.incrementAndGet() + " " + path(exchange));
      }
      return fits;
    }
  }

  /** Two requests for one path. */
  private record Pair(CompletableFuture<Void> complete, CompletableFuture<Void> firstStored) {
    Pair() {
      this(new CompletableFuture<>(), new CompletableFuture<>());
    }
  }

  private void control(HttpExchange exchange) throws IOException {
    String answer = "";
    switch (exchange.getRequestMethod()) {
      case "PUT" -> rule = Optional.of(Rule.of(new String(body(exchange), StandardCharsets.UTF_8)));
      case "DELETE" -> rule = Optional.empty();
      default -> answer = rule.map(known -> known.hits().get()).orElse(0) + "\n";
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void serve(HttpExchange exchange) throws Exception {
    Optional<Rule> applied = rule.filter(known -> known.applies(exchange));
    switch (applied.map(Rule::kind).orElse("")) {
      case "refuse" -> {
        body(exchange);
        exchange.getResponseHeaders().add("x-amz-request-id", "none");
        exchange.sendResponseHeaders(503, -1);
      }
      case "cut" -> {
        String length = exchange.getRequestHeaders().getFirst("Content-Length");
        exchange.getRequestBody().readNBytes(Integer.parseInt(length) / 2);
      }
      case "late" -> {
        byte[] body = body(exchange);
        Thread.sleep(applied.get().millis());
        answer(exchange, ask(exchange, body));
      }
      case "lost" -> ask(exchange, body(exchange));
      case "pair" -> paired(exchange, applied.get().millis());
      default -> answer(exchange, ask(exchange, body(exchange)));
    }
  }

  private void paired(HttpExchange exchange, long millis) throws Exception {
    byte[] body = body(exchange);
    Pair mine = new Pair();
    Pair other = pairs.putIfAbsent(path(exchange), mine);
    if (other == null) {
      boolean isPair = waited(mine.complete());
      HttpResponse<byte[]> response = ask(exchange, body);
      if (isPair && millis < 0) {
        mine.firstStored().complete(null);
        Thread.sleep(-millis);
      }
      answer(exchange, response);
      mine.firstStored().complete(null);
      pairs.remove(path(exchange), mine);
    } else {
      other.complete().complete(null);
      other.firstStored().get();
      Thread.sleep(Math.max(0, millis));
      answer(exchange, ask(exchange, body));
    }
  }

  private static boolean waited(CompletableFuture<Void> second) throws Exception {
    try {
      second.get(ALONE_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException alone) {
      return false;
    }
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    try (InputStream in = exchange.getRequestBody()) {
      return in.readAllBytes();
    }
  }

  private HttpResponse<byte[]> ask(HttpExchange exchange, byte[] body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + storePort + exchange.getRequestURI()))
            .method(
                exchange.getRequestMethod(),
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (isPassedOn(name)) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> response)
      throws IOException {
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    response
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (isPassedOn(name) || (isHead && name.equalsIgnoreCase("content-length"))) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    byte[] body = response.body();
    exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private static boolean isPassedOn(String header) {
    String name = header.toLowerCase(Locale.ROOT);
    return !name.startsWith(":") && !NOT_PASSED_ON.contains(name);
  }

  private static String path(HttpExchange exchange) {
    return exchange.getRequestURI().getPath();
  }
}
