/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.notify;

import io.dayfill.definition.Consumer.Webhook;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Sends messages to one webhook: bounded in time and attempts, following no redirect. What went
 * wrong is told in words that hold neither address nor secret.
 */
final class WebhookSender {
  static final String SIGNATURE = "X-Dayfill-Signature";

  private static final int ATTEMPTS = 3;
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final double GROWTH = 3;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int HUNDRED = 100;

  private final Webhook webhook;
  private final String secret;
  private final HttpClient client;

  WebhookSender(Webhook webhook, String secret) {
    this.webhook = webhook;
    this.secret = secret;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(webhook.timeOut())
            .build();
  }

  /** How an attempt ended. */
  private record Reply(Optional<String> problem, boolean isWorthRetry) {}

  /** Sends {@code body}; why it did not arrive, in words, or empty if it did. */
  Optional<String> send(String body) {
    RetryConfig config =
        RetryConfig.<Reply>custom()
            .maxAttempts(ATTEMPTS)
            .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(FIRST_WAIT, GROWTH))
            .retryOnResult(Reply::isWorthRetry)
            .build();
    Reply reply = Retry.of(webhook.name(), config).executeSupplier(() -> attempt(body));
    return reply
        .problem()
        .map(words -> reply.isWorthRetry() ? words + ", " + ATTEMPTS + " attempts" : words);
  }

  private Reply attempt(String body) {
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request(body), BodyHandlers.discarding());
    try {
      // The request's own time-out ends with the headers: this one is for the whole answer.
      int status = answer.get(webhook.timeOut().toMillis(), TimeUnit.MILLISECONDS).statusCode();
      return reply(status);
    } catch (TimeoutException hanging) {
      return timedOut();
    } catch (ExecutionException failure) {
      return failed(failure.getCause() == null ? failure : failure.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new Reply(Optional.of("the command was interrupted"), false);
    } finally {
      answer.cancel(true);
    }
  }

  private HttpRequest request(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(withoutUser(webhook.url()))
            .timeout(webhook.timeOut())
            .header("Content-Type", CloudEvent.CONTENT_TYPE)
            .header("User-Agent", "dayfill")
            .header(SIGNATURE, "sha256=" + Secrets.signature(secret, bytes))
            .POST(BodyPublishers.ofByteArray(bytes));
    Optional.ofNullable(webhook.url().getUserInfo())
        .ifPresent(user -> request.header("Authorization", basic(user)));
    return request.build();
  }

  private static String basic(String user) {
    return "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
  }

  private static URI withoutUser(URI url) {
    if (url.getRawUserInfo() == null) {
      return url;
    }
    try {
      return new URI(url.toString().replaceFirst("//[^/?#]*@", "//"));
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("an address without its user is none");
    }
  }

  private static Reply reply(int status) {
    String answered = "it answered " + status;
    return switch (status / HUNDRED) {
      case 2 -> new Reply(Optional.empty(), false);
      case 3 -> new Reply(Optional.of(answered + ", a redirect, which is not followed"), false);
      case 5 -> new Reply(Optional.of(answered), true);
      default ->
          new Reply(
              Optional.of(answered), status == TOO_MANY_REQUESTS || status == REQUEST_TIMEOUT);
    };
  }

  private Reply timedOut() {
    return new Reply(Optional.of("no answer within " + webhook.timeOut().toSeconds() + " s"), true);
  }

  /** The messages of such exceptions may hold the address. */
  private Reply failed(Throwable failure) {
    if (failure instanceof ConnectException) {
      return new Reply(Optional.of("it cannot be reached"), true);
    } else if (failure instanceof HttpTimeoutException) {
      return timedOut();
    } else if (failure instanceof SSLException) {
      return new Reply(Optional.of("no TLS connection: its certificate may not be trusted"), true);
    }
    return new Reply(
        Optional.of("the connection failed (" + failure.getClass().getSimpleName() + ")"), true);
  }
}
