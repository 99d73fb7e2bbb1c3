package dev.heddle.serve;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The parameters of a request's address. */
final class Query {
  private final Map<String, String> values = new HashMap<>();

  /**
   * @throws IllegalArgumentException if it is no query, or names something twice
   */
  Query(URI address) {
    String text = address.getRawQuery();
    if (text == null || text.isEmpty()) {
      return;
    }
    for (String part : text.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      String value = equals < 0 ? "" : part.substring(equals + 1);
      if (values.put(decoded(name), decoded(value)) != null) {
        throw new IllegalArgumentException("'" + name + "' is given twice");
      }
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** The value, or null. */
  String get(String name) {
    return values.get(name);
  }

  /** The value if it is a plain word, null if there is none. */
  String word(String name) {
    String value = values.get(name);
    if (value == null || value.isEmpty()) {
      return null;
    }
    if (!value.matches("[a-z0-9]{1,20}")) {
      throw new IllegalArgumentException("'" + name + "' takes a word");
    }
    return value;
  }
}
