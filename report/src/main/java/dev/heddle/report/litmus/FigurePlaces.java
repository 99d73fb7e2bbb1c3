package dev.heddle.report.litmus;

import java.util.ArrayList;
import java.util.List;

/** What is taken of a figure, so that arrows go around events and names stay apart. */
final class FigurePlaces {
  private static final int LETTER = 8;
  private static final int LINE = 13;

  /** Where along its arrow a name may stand, the best first. */
  private static final double[] ALONG = {
    0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78, 0.45, 0.55, 0.35, 0.65, 0.15, 0.85
  };

  /** An upright rectangle. */
  record Box(double left, double top, double width, double height) {
    boolean overlaps(Box other) {
      return left < other.left + other.width
          && other.left < left + width
          && top < other.top + other.height
          && other.top < top + height;
    }

    boolean holds(double x, double y) {
      return left < x && x < left + width && top < y && y < top + height;
    }
  }

  /** A quadratic curve; c is its control point. */
  record Curve(double x1, double y1, double cx, double cy, double x2, double y2) {
    double x(double t) {
      return at(t, x1, cx, x2);
    }

    double y(double t) {
      return at(t, y1, cy, y2);
    }

    private static double at(double t, double from, double control, double to) {
      return (1 - t) * (1 - t) * from + 2 * t * (1 - t) * control + t * t * to;
    }

    /** The same with its middle moved up or down. */
    Curve bent(double by) {
      return new Curve(x1, y1, cx, cy + 2 * by, x2, y2);
    }
  }

  private final List<Box> events = new ArrayList<>();
  private final List<Box> names = new ArrayList<>();

  void addEvent(Box box) {
    events.add(box);
  }

  void addName(Box box) {
    names.add(box);
  }

  /**
   * A curve between the same ends that leads through the fewest events, and is straight if it can
   * be.
   */
  Curve around(Curve straight) {
    Curve best = straight;
    int fewest = hits(straight);
    for (int by : new int[] {22, -22, 32, -32, 42, -42, 60, -60}) {
      Curve curve = straight.bent(by);
      int hits = hits(curve);
      if (hits < fewest) {
        best = curve;
        fewest = hits;
      }
    }
    return best;
  }

  private int hits(Curve curve) {
    int hits = 0;
    for (int i = 1; i < 40; i++) {
      double x = curve.x(i / 40.0);
      double y = curve.y(i / 40.0);
      hits += (int) events.stream().filter(box -> box.holds(x, y)).count();
    }
    return hits;
  }

  /** A place for a name beside its arrow where nothing else stands; it is taken from now on. */
  Box name(Curve curve, String name) {
    double width = (double) name.length() * LETTER;
    Box first = null;
    for (double t : ALONG) {
      double x = curve.x(t);
      double y = curve.y(t);
      for (Box box :
          List.of(
              new Box(x + 3, y - LINE, width, LINE),
              new Box(x + 3, y + 1, width, LINE),
              new Box(x - 3 - width, y - LINE, width, LINE))) {
        first = first == null ? box : first;
        if (events.stream().noneMatch(box::overlaps) && names.stream().noneMatch(box::overlaps)) {
          names.add(box);
          return box;
        }
      }
    }
    names.add(first);
    return first;
  }
}
