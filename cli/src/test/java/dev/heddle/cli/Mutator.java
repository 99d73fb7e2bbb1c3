package dev.heddle.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Damages files the way that slips of the hand, of an editor and of a disk do. */
final class Mutator {
  private static final Pattern TOKEN = Pattern.compile("[%@!]?[A-Za-z_][\\w.]*|[%@!]?\\d+|\\s+|.");
  private static final Pattern NUMBER = Pattern.compile("\\b\\d+\\b");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1",
          "-1",
          "2",
          "7",
          "64",
          "255",
          "65536",
          "100000",
          "2147483647",
          "4294967296",
          "9223372036854775807",
          "18446744073709551615",
          "99999999999999999999");

  private final Random random;

  Mutator(long seed) {
    random = new Random(seed);
  }

  /**
   * Changes a text; {@code other} lends its words and lines. Every other text gets a single change
   * that a compiler may well accept, so that what comes behind the compiler has work too.
   */
  String text(String original, String other) {
    if (random.nextBoolean()) {
      return plausible(original);
    }
    String text = original;
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      text =
          switch (random.nextInt(8)) {
            case 0 -> new String(bytes(latin(text)), StandardCharsets.ISO_8859_1);
            case 1, 2 -> words(text, other);
            case 3, 4 -> lines(text, other);
            case 5, 6 -> numbers(text);
            default -> text.substring(0, random.nextInt(text.length() + 1));
          };
    }
    return text;
  }

  private String plausible(String text) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> numbers(text);
      case 2 -> similarWords(text, false);
      case 3 -> similarWords(text, true);
      case 4 -> withoutLine(text);
      default -> neighboursSwapped(text);
    };
  }

  /** A word becomes another one that looks as if it could stand there, once or everywhere. */
  private String similarWords(String text, boolean everywhere) {
    String[] tokens = split(text);
    if (tokens.length == 0) {
      return text;
    }
    int at = random.nextInt(tokens.length);
    String word = tokens[at];
    List<String> similar = new ArrayList<>();
    for (String token : tokens) {
      if (kind(token) == kind(word) && !token.equals(word)) {
        similar.add(token);
      }
    }
    if (similar.isEmpty()) {
      return text;
    }
    String replacement = similar.get(random.nextInt(similar.size()));
    for (int i = 0; i < tokens.length; i++) {
      if (i == at || (everywhere && tokens[i].equals(word))) {
        tokens[i] = replacement;
      }
    }
    return String.join("", tokens);
  }

  private static char kind(String token) {
    char first = token.charAt(0);
    if (Character.isLetter(first) || first == '_') {
      return 'a';
    }
    return Character.isDigit(first) ? '0' : first;
  }

  private String withoutLine(String text) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    lines.remove(random.nextInt(lines.size()));
    return String.join("\n", lines);
  }

  private String neighboursSwapped(String text) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (lines.size() > 1) {
      int at = random.nextInt(lines.size() - 1);
      Collections.swap(lines, at, at + 1);
    }
    return String.join("\n", lines);
  }

  /** One to eight changes of bytes, or an end that comes too early. */
  byte[] bytes(byte[] original) {
    byte[] bytes = original.clone();
    int most = random.nextBoolean() ? 1 : 8;
    for (int changes = 1 + random.nextInt(most); changes > 0 && bytes.length > 0; changes--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 3, 4 -> bytes[at] = (byte) random.nextInt(256);
        case 5 -> bytes = joined(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(8)));
        case 6 -> bytes = joined(bytes, at, Math.max(0, at - random.nextInt(8)));
        default -> {
          if (random.nextInt(4) == 0) {
            bytes = joined(bytes, at, bytes.length);
          }
        }
      }
    }
    return bytes;
  }

  /** What is before {@code end} and what begins at {@code start}, which may overlap. */
  private static byte[] joined(byte[] bytes, int end, int start) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(bytes, 0, end);
    joined.write(bytes, start, bytes.length - start);
    return joined.toByteArray();
  }

  private String words(String text, String other) {
    return String.join("", edited(split(text), split(other)));
  }

  private String lines(String text, String other) {
    return String.join("\n", edited(text.split("\n", -1), other.split("\n", -1)));
  }

  private static String[] split(String text) {
    List<String> tokens = new ArrayList<>();
    for (Matcher matcher = TOKEN.matcher(text); matcher.find(); ) {
      tokens.add(matcher.group());
    }
    return tokens.toArray(String[]::new);
  }

  /** Deletes, repeats, swaps or replaces a part. */
  private List<String> edited(String[] parts, String[] others) {
    List<String> edited = new ArrayList<>(List.of(parts));
    if (edited.isEmpty()) {
      return edited;
    }
    int at = random.nextInt(edited.size());
    int elsewhere = random.nextInt(edited.size());
    switch (random.nextInt(5)) {
      case 0 -> edited.remove(at);
      case 1 -> edited.add(elsewhere, edited.get(at));
      case 2 -> Collections.swap(edited, at, elsewhere);
      case 3 -> edited.set(at, edited.get(elsewhere));
      default -> {
        if (others.length > 0) {
          edited.set(at, others[random.nextInt(others.length)]);
        }
      }
    }
    return edited;
  }

  private String numbers(String text) {
    List<int[]> places = new ArrayList<>();
    for (Matcher matcher = NUMBER.matcher(text); matcher.find(); ) {
      places.add(new int[] {matcher.start(), matcher.end()});
    }
    if (places.isEmpty()) {
      return text;
    }
    int[] place = places.get(random.nextInt(places.size()));
    return text.substring(0, place[0])
        + NUMBERS.get(random.nextInt(NUMBERS.size()))
        + text.substring(place[1]);
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
