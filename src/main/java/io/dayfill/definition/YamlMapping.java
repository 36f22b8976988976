/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.definition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A mapping of a YAML file whose mistakes are told with file and line. */
final class YamlMapping {
  private final String file;
  private final Node node;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Map<String, Node> keys = new LinkedHashMap<>();

  YamlMapping(String file, Node node) {
    this.file = file;
    this.node = node;
    if (!(node instanceof MappingNode mapping)) {
      throw mistake(node, "expected 'name: value' lines here");
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String key = scalar(tuple.getKeyNode());
      if (values.put(key, tuple.getValueNode()) != null) {
        throw mistake(tuple.getKeyNode(), "'" + key + "' stands twice: keep one");
      }
      keys.put(key, tuple.getKeyNode());
    }
  }

  /** Refuses every key that is not in {@code known}, naming those that are. */
  YamlMapping allow(Set<String> known) {
    for (String key : values.keySet()) {
      if (!known.contains(key)) {
        throw keyMistake(
            key, "'" + key + "' is not known here: write one of " + String.join(", ", known));
      }
    }
    return this;
  }

  Set<String> keys() {
    return values.keySet();
  }

  /** The value of {@code key} as it stands in the file. */
  Optional<Node> value(String key) {
    return Optional.ofNullable(values.get(key));
  }

  Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key)).map(this::scalar);
  }

  String requiredText(String key, String example) {
    Node given = values.get(key);
    if (given == null) {
      throw mistake(node, "'" + key + "' is missing: write " + example);
    }
    if (!(given instanceof ScalarNode)) {
      throw mistake(given, "'" + key + "' takes one value: write " + example);
    }
    String value = scalar(given);
    if (value.isBlank()) {
      throw mistake(node(key), "'" + key + "' is empty: write " + example);
    }
    return value;
  }

  /** The value of {@code key}, which may be left out but not left empty. */
  Optional<String> optionalText(String key, String example) {
    return values.containsKey(key) ? Optional.of(requiredText(key, example)) : Optional.empty();
  }

  /** The value of {@code key} converted; what the conversion refuses is told with the line. */
  <T> T converted(String key, String value, Function<String, T> conversion) {
    try {
      return conversion.apply(value);
    } catch (IllegalArgumentException refused) {
      throw mistake(node(key), String.valueOf(refused.getMessage()));
    }
  }

  YamlMapping mapping(String key, String example) {
    Node value = values.get(key);
    if (value == null) {
      throw mistake(node, "'" + key + "' is missing: write " + example);
    }
    return new YamlMapping(file, value);
  }

  /** The mapping that stands in {@code item}, told with the same file. */
  YamlMapping nested(Node item) {
    return new YamlMapping(file, item);
  }

  /** The items of the list {@code key}; empty when the key is not there. */
  List<Node> items(String key) {
    Node value = values.get(key);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof SequenceNode sequence)) {
      throw mistake(value, "'" + key + "' must be a list: write [a, b] or one '- item' a line");
    }
    return sequence.getValue();
  }

  /** The items of the list {@code key} as texts, none of them empty. */
  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (Node item : items(key)) {
      String text = scalar(item);
      if (text.isBlank()) {
        throw mistake(item, "'" + key + "' has an empty item: take it out");
      }
      texts.add(text);
    }
    return texts;
  }

  /** The list {@code key}, or its one value; empty when the key is not there. */
  List<String> oneOrMore(String key) {
    return values.get(key) instanceof ScalarNode
        ? List.of(requiredText(key, key + ": a name or [a, b]"))
        : texts(key);
  }

  /** File and line of {@code key}. */
  String where(String key) {
    return file + " line " + (node(key).getStartMark().getLine() + 1);
  }

  /** A mistake in the value of {@code key}. */
  DayfillException mistake(String key, String message) {
    return mistake(node(key), message);
  }

  /** A mistake in the name {@code key} itself; its value may begin on a later line. */
  DayfillException keyMistake(String key, String message) {
    return mistake(keys.getOrDefault(key, node), message);
  }

  DayfillException mistake(Node where, String message) {
    int line = where.getStartMark().getLine() + 1;
    return DayfillException.usage(file + " line " + line + ": " + message);
  }

  private Node node(String key) {
    return values.getOrDefault(key, node);
  }

  private String scalar(Node value) {
    if (value instanceof ScalarNode scalar) {
      return scalar.getTag().equals(Tag.NULL) ? "" : scalar.getValue();
    }
    throw mistake(value, "expected one value here, not a list or a mapping");
  }
}
