/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A consumer's HTTP server on this machine: keeps what it gets and answers as it is told. */
public final class Receiver implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
  private final CountDownLatch open = new CountDownLatch(1);
  private volatile boolean isHanging;
  private volatile boolean isPolite;
  private volatile int usual = 204;

  private Receiver(HttpServer server) {
    this.server = server;
  }

  /** Starts on a free port; answers 204. */
  public static Receiver start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      Receiver receiver = new Receiver(server);
      server.createContext("/", receiver::answer);
      server.setExecutor(receiver.threads);
      server.start();
      return receiver;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** What it has got: path with query, headers and body. */
  public record Request(String path, Map<String, List<String>> headers, String body) {
    /** The first value of a header. */
    public String header(String name) {
      return headers.getOrDefault(name, List.of("")).get(0);
    }

    /** The body as JSON. */
    public JsonNode json() {
      try {
        return new ObjectMapper().readTree(body);
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      requests.add(
          new Request(
              exchange.getRequestURI().toString(), Map.copyOf(exchange.getRequestHeaders()), body));
      if (isHanging && isPolite) {
        exchange.sendResponseHeaders(200, 1);
      }
      if (isHanging) {
        open.await();
      }
      Integer next = answers.poll();
      int status = next == null ? usual : next;
      if (status / 100 == 3) {
        exchange.getResponseHeaders().add("Location", "http://127.0.0.1:" + port() + "/elsewhere");
      }
      exchange.sendResponseHeaders(status, -1);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** The next answers, then the usual one again. */
  public Receiver answers(Integer... statuses) {
    answers.addAll(List.of(statuses));
    return this;
  }

  /** The usual answer from now on. */
  public Receiver answersAlways(int status) {
    usual = status;
    return this;
  }

  /** Answers nothing from now on, until {@link #answersAgain}. */
  public Receiver hangs() {
    isHanging = true;
    return this;
  }

  /** Answers with headers and no end from now on. */
  public Receiver hangsAfterTheHeaders() {
    isPolite = true;
    return hangs();
  }

  /** Answers from now on. */
  public void answersAgain() {
    isHanging = false;
  }

  /** All requests so far. */
  public List<Request> requests() {
    return requests;
  }

  /** The port that it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    open.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
