/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Reads the list {@code notify} of a definition. Its messages repeat no value, for an address may
 * hold a secret, and a secret may stand where a name is meant.
 */
final class ConsumerReader {
  private static final String LIST = "notify";
  private static final String WEBHOOK = "webhook";
  private static final String CHANGES = "changes";
  private static final String SECRET = "secret_env";
  private static final String TIME_OUT = "timeout_seconds";
  private static final String NAME = "name";
  private static final Set<String> KEYS =
      new LinkedHashSet<>(List.of(WEBHOOK, NAME, SECRET, TIME_OUT, CHANGES));
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern SHORT_NAME = Pattern.compile("[A-Za-z0-9._:-]{1,100}");
  private static final int DEFAULT_SECONDS = 10;
  private static final int MOST_SECONDS = 60;

  private final YamlMapping definition;

  ConsumerReader(YamlMapping definition) {
    this.definition = definition;
  }

  List<Consumer> consumers() {
    List<Consumer> consumers = new ArrayList<>();
    for (Node item : definition.items(LIST)) {
      YamlMapping consumer = definition.nested(item).allow(KEYS);
      boolean isWebhook = consumer.keys().contains(WEBHOOK);
      if (isWebhook == consumer.keys().contains(CHANGES)) {
        throw definition.mistake(
            item, "a consumer is 'webhook: URL' or 'changes: true': give each its own '-'");
      }
      Optional<Consumer> found = isWebhook ? Optional.of(webhook(consumer)) : changes(consumer);
      if (found.filter(one -> isKnown(consumers, one.name())).isPresent()) {
        throw definition.mistake(
            item, "two consumers have one name: give this one a 'name:' of its own");
      }
      found.ifPresent(consumers::add);
    }
    return consumers;
  }

  /** A part of the definition's text that is an address, and what may be kept of it. */
  record Address(int start, int end, String shown) {}

  /** The addresses in the text's order, each once: two consumers may share one by an alias. */
  List<Address> addresses() {
    consumers();
    return definition.items(LIST).stream()
        .map(item -> definition.nested(item).value(WEBHOOK))
        .flatMap(Optional::stream)
        .map(ConsumerReader::address)
        .distinct()
        .sorted(Comparator.comparingInt(Address::start))
        .toList();
  }

  private static Address address(Node node) {
    URI url = url(((ScalarNode) node).getValue());
    return new Address(
        node.getStartMark().getIndex(),
        node.getEndMark().getIndex(),
        url.getScheme() + "://" + authority(url) + "/...");
  }

  private static boolean isKnown(List<Consumer> consumers, String name) {
    return consumers.stream().anyMatch(known -> known.name().equals(name));
  }

  private static Optional<Consumer> changes(YamlMapping consumer) {
    if (consumer.keys().size() > 1) {
      throw consumer.mistake(CHANGES, "'changes: true' takes nothing beside it");
    }
    return switch (consumer.requiredText(CHANGES, "changes: true")) {
      case "true" -> Optional.of(new Consumer.Changes());
      case "false" -> Optional.empty();
      default -> throw consumer.mistake(CHANGES, "write changes: true or false");
    };
  }

  private static Consumer webhook(YamlMapping consumer) {
    String address = consumer.requiredText(WEBHOOK, "webhook: https://HOST/PATH");
    URI url = consumer.converted(WEBHOOK, address, ConsumerReader::url);
    String secret =
        consumer.requiredText(
            SECRET, "secret_env: NAME, the environment variable that holds the secret");
    if (!VARIABLE.matcher(secret).matches()) {
      throw consumer.mistake(
          SECRET,
          "'secret_env' names an environment variable and does not hold the secret itself: use letters, digits and _");
    }
    String name = consumer.optionalText(NAME, "name: bi").orElseGet(() -> authority(url));
    if (!SHORT_NAME.matcher(name).matches() || name.equals(Consumer.Changes.NAME)) {
      throw consumer.mistake(
          NAME, "'name' takes up to 100 letters, digits and . _ : -, and not the word changes");
    }
    String seconds = consumer.text(TIME_OUT).orElse(String.valueOf(DEFAULT_SECONDS));
    return new Consumer.Webhook(
        name, url, secret, consumer.converted(TIME_OUT, seconds, ConsumerReader::timeOut));
  }

  private static URI url(String text) {
    String remedy = "'webhook' must be an address that begins with http:// or https://";
    try {
      URI url = new URI(text);
      String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
      boolean isHttp = scheme.equals("http") || scheme.equals("https");
      if (!isHttp || url.getHost() == null || url.getRawFragment() != null) {
        throw new IllegalArgumentException(remedy + ", has a host and no #");
      }
      return url;
    } catch (URISyntaxException broken) {
      // Its message and its cause hold the address.
      throw new IllegalArgumentException(remedy + "; a character in it is not allowed in one");
    }
  }

  /** The host and port: what may be shown of an address. */
  static String authority(URI url) {
    String host = url.getHost().toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
    return url.getPort() < 0 ? host : host + ":" + url.getPort();
  }

  private static Duration timeOut(String text) {
    if (!text.matches("[0-9]{1,2}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > MOST_SECONDS) {
      throw new IllegalArgumentException(
          "'timeout_seconds' is a whole number from 1 to " + MOST_SECONDS);
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }
}
