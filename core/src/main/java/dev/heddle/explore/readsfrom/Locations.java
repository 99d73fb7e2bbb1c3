package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Footprint;
import java.util.Arrays;

/**
 * The variables of a program, numbered as they are met: each is the bytes that an access touches.
 * Two variables may overlap; the reads-from relation is then not a function any more.
 */
final class Locations {
  private static final int[] NONE = {};

  private int size;

  /** The bytes of each variable: word and mask, as a footprint has them. */
  private int[] word = new int[32];

  private int[] mask = new int[32];

  /** The other variables that share bytes with each. */
  private int[][] overlapping = new int[32][];

  /** The first variable that begins in a word, plus 1, and the next one that begins there. */
  private int[] firstInWord = new int[64];

  private int[] nextInWord = new int[32];

  int size() {
    return size;
  }

  int word(int location) {
    return word[location];
  }

  int[] overlapping(int location) {
    return overlapping[location];
  }

  /** The first variable that begins in a word, or -1. */
  int firstIn(int w) {
    return w < firstInWord.length ? firstInWord[w] - 1 : -1;
  }

  /** The next variable that begins in the same word, or -1. */
  int nextIn(int location) {
    return nextInWord[location] - 1;
  }

  /** The variable that an access touches. */
  int of(long footprint) {
    int w = Footprint.word(footprint);
    int m = Footprint.mask(footprint);
    for (int known = firstIn(w); known >= 0; known = nextIn(known)) {
      if (mask[known] == m) {
        return known;
      }
    }
    return add(w, m);
  }

  private int add(int w, int m) {
    if (size == word.length) {
      word = Arrays.copyOf(word, 2 * size);
      mask = Arrays.copyOf(mask, 2 * size);
      overlapping = Arrays.copyOf(overlapping, 2 * size);
      nextInWord = Arrays.copyOf(nextInWord, 2 * size);
    }
    if (w >= firstInWord.length) {
      firstInWord = Arrays.copyOf(firstInWord, 2 * w);
    }
    word[size] = w;
    mask[size] = m;
    overlapping[size] = NONE;
    for (int near = w - 1; near <= w + 1; near++) {
      for (int other = firstIn(near); other >= 0; other = nextIn(other)) {
        if (overlap(size, other)) {
          overlapping[size] = with(overlapping[size], other);
          overlapping[other] = with(overlapping[other], size);
        }
      }
    }
    nextInWord[size] = firstInWord[w];
    firstInWord[w] = size + 1;
    return size++;
  }

  private boolean overlap(int a, int b) {
    long first = (long) mask[a] << 8;
    long second = (long) mask[b] << (8 * (word[b] - word[a] + 1));
    return (first & second) != 0;
  }

  private static int[] with(int[] list, int element) {
    int[] longer = Arrays.copyOf(list, list.length + 1);
    longer[list.length] = element;
    return longer;
  }
}
