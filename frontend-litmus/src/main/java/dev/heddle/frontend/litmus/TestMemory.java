package dev.heddle.frontend.litmus;

import dev.heddle.litmus.LitmusLocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.Token;

/** The locations of a test, in the order in which it mentions them. */
final class TestMemory {
  /** Larger arrays are no litmus tests, and would overlap in the layout. */
  static final int MAX_ELEMENTS = 4_096;

  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Integer> sizes = new ArrayList<>();
  private final List<Long[]> values = new ArrayList<>();

  /** The number of a location; a new one holds zero. */
  int object(String name, Token place) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() == LitmusLocation.MAX_OBJECTS) {
      throw new LitmusException.At(place, "too many locations");
    }
    numbers.put(name, names.size());
    names.add(name);
    sizes.add(0);
    values.add(new Long[] {0L});
    return names.size() - 1;
  }

  boolean has(String name) {
    return numbers.containsKey(name);
  }

  long address(String name, Token place) {
    return LitmusLocation.address(object(name, place));
  }

  void declare(int object, int elementSize, int elements) {
    sizes.set(object, elementSize);
    Long[] old = values.get(object);
    if (elements > old.length) {
      Long[] zeros = new Long[elements];
      Arrays.fill(zeros, 0L);
      values.set(object, zeros);
    }
  }

  int elementSize(int object) {
    return sizes.get(object);
  }

  int elements(int object) {
    return values.get(object).length;
  }

  void set(int object, int element, long value) {
    if (element >= values.get(object).length) {
      Long[] old = values.get(object);
      Long[] longer = Arrays.copyOf(old, element + 1);
      Arrays.fill(longer, old.length, longer.length, 0L);
      values.set(object, longer);
    }
    values.get(object)[element] = value;
  }

  List<LitmusLocation> objects() {
    List<LitmusLocation> objects = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      objects.add(
          new LitmusLocation(
              names.get(i), LitmusLocation.address(i), sizes.get(i), List.of(values.get(i))));
    }
    return objects;
  }
}
