package dev.heddle.graph;

import static dev.heddle.graph.ExecutionGraph.NONE;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads the text form of a trace, one event per line:
 *
 * <pre>
 * [LABEL:] THREAD W ORDER LOCATION
 * [LABEL:] THREAD R ORDER LOCATION SOURCE
 * [LABEL:] THREAD U ORDER LOCATION SOURCE
 * [LABEL:] THREAD F ORDER [SOURCE]
 * po LABEL LABEL
 * </pre>
 *
 * The program order of a thread is the order of its lines; a {@code po} line adds a pair across
 * threads. A source is the label of a write, before or after the read, or {@code init}. Words are
 * separated by blanks, {@code #} starts a comment.
 */
final class TextTraceReader {
  private static final String INIT = "init";
  private static final String PO = "po";

  private final LineInput in;
  private final NameTable threads = new NameTable();
  private final NameTable locations = new NameTable();
  private final NameTable labels = new NameTable();
  private final ExecutionGraphBuilder graph = new ExecutionGraphBuilder(threads, locations, 1024);

  /** The event that a label names, -1 while it has only been referred to and for init. */
  private int[] definition = new int[16];

  private int[] labelOf = new int[1024];
  private int[] lineOf = new int[1024];

  /** Reads whose source is defined later, and the labels of those sources. */
  private final IntList forwardEvents = new IntList();

  private final IntList forwardLabels = new IntList();

  /** The two labels and the line of each po line. */
  private final IntList orders = new IntList();

  private TextTraceReader(InputStream in) {
    this.in = new LineInput(in);
    labels.intern(INIT);
    Arrays.fill(definition, -1);
  }

  static ExecutionGraph read(InputStream in) throws IOException {
    return new TextTraceReader(in).read();
  }

  private ExecutionGraph read() throws IOException {
    while (in.nextLine()) {
      if (in.words() > 0) {
        line();
      }
    }
    for (int i = 0; i < forwardEvents.size(); i++) {
      int e = forwardEvents.get(i);
      graph.setSource(e, defined(forwardLabels.get(i), lineOf[e]));
    }
    for (int i = 0; i < orders.size(); i += 3) {
      int line = orders.get(i + 2);
      graph.programOrder(defined(orders.get(i), line), defined(orders.get(i + 1), line));
    }
    TraceNames names =
        new TraceNames(threads, locations, labels, labels.size() == 1 ? null : labelOf, lineOf);
    return graph.build(
        names, e -> "line " + lineOf[e], i -> "line " + orders.get(3 * i + 2) + ": ");
  }

  private int defined(int label, int line) throws MalformedTraceException {
    if (definition[label] < 0) {
      throw bad(line, "no event is called '" + labels.name(label) + "'");
    }
    return definition[label];
  }

  private void line() throws MalformedTraceException {
    int at = 0;
    int label = -1;
    if (in.endsWithColon(0)) {
      label = in.intern(labels, 0, 1);
      at = 1;
    } else if (in.is(0, PO)) {
      order();
      return;
    }
    int thread = in.intern(threads, required(at++, "thread"), 0);
    int operation = EventLabelWords.operation(in, required(at++, "operation"));
    if (operation < 0) {
      throw bad("unknown operation '" + in.word(at - 1) + "'; it is R, W, U or F");
    }
    int order = EventLabelWords.order(in, required(at++, "order"));
    if (order < 0 || !EventLabel.isValid(operation | order)) {
      throw bad(
          (order < 0 ? "unknown order '" : "unknown order for a " + name(operation) + ": '")
              + in.word(at - 1)
              + "'");
    }
    int e = event(thread, operation | order, at);
    if (e >= lineOf.length) {
      lineOf = Arrays.copyOf(lineOf, e + (e >> 1));
      labelOf = Arrays.copyOf(labelOf, lineOf.length);
    }
    lineOf[e] = in.line();
    labelOf[e] = label;
    if (label >= 0) {
      define(label, e);
    }
  }

  /** The event whose location and source, if it has them, start at word {@code at}. */
  private int event(int thread, int label, int at) throws MalformedTraceException {
    if (EventLabel.isFence(label)) {
      if (!EventLabel.isSequentiallyConsistent(label)) {
        end(at);
        return graph.fence(thread, EventLabel.order(label));
      }
      end(at + 1);
      int previous = at < in.words() ? source(at) : graph.lastFence();
      return graph.scFence(thread, previous);
    }
    int location = in.intern(locations, required(at++, "location"), 0);
    if (!EventLabel.reads(label)) {
      end(at);
      return graph.add(thread, label, location, NONE);
    }
    if (at >= in.words()) {
      throw bad(
          "the "
              + name(label)
              + " has no source: give the label of the write that it read, or init");
    }
    end(at + 1);
    return graph.add(thread, label, location, source(at));
  }

  private static String name(int label) {
    return EventLabel.isRmw(label) ? "RMW" : EventLabel.operationName(label);
  }

  private int source(int at) {
    int label = in.intern(labels, at, 0);
    ensureLabel(label);
    if (label > 0 && definition[label] < 0) {
      forwardEvents.add(graph.events());
      forwardLabels.add(label);
    }
    return definition[label];
  }

  private void order() throws MalformedTraceException {
    int from = in.intern(labels, required(1, "earlier event"), 0);
    int to = in.intern(labels, required(2, "later event"), 0);
    end(3);
    ensureLabel(Math.max(from, to));
    orders.add(from);
    orders.add(to);
    orders.add(in.line());
  }

  private void define(int label, int event) throws MalformedTraceException {
    ensureLabel(label);
    if (label == 0) {
      throw bad("'init' names the initial writes and cannot be a label");
    }
    int earlier = definition[label];
    if (earlier >= 0) {
      boolean writes =
          EventLabel.writes(graph.label(earlier)) && EventLabel.writes(graph.label(event));
      throw bad(
          (writes ? "two writes are called '" : "duplicate event '")
              + labels.name(label)
              + "'; the first is on line "
              + lineOf[earlier]);
    }
    definition[label] = event;
  }

  private void ensureLabel(int label) {
    if (label >= definition.length) {
      int old = definition.length;
      definition = Arrays.copyOf(definition, Math.max(label + 1, old + (old >> 1)));
      Arrays.fill(definition, old, definition.length, -1);
    }
  }

  private int required(int at, String what) throws MalformedTraceException {
    if (at >= in.words()) {
      throw bad("the " + what + " is missing");
    }
    return at;
  }

  private void end(int words) throws MalformedTraceException {
    if (words < in.words()) {
      throw bad("unexpected '" + in.word(words) + "'");
    }
  }

  private MalformedTraceException bad(String message) {
    return bad(in.line(), message);
  }

  private static MalformedTraceException bad(int line, String message) {
    return new MalformedTraceException("line " + line + ": " + message);
  }

  /** The words of the text form for operations and orders, looked up without making strings. */
  private static final class EventLabelWords {
    private static final String[] OPERATIONS = {
      "R", "W", "U", "F", "read", "write", "rmw", "fence"
    };
    private static final String[] ORDERS = {
      "rlx", "acq", "rel", "acq_rel", "sc", "plain", "relaxed", "acquire", "release", "seq_cst"
    };

    private EventLabelWords() {}

    static int operation(LineInput in, int word) {
      for (String operation : OPERATIONS) {
        if (in.is(word, operation)) {
          return EventLabel.parseOperation(operation);
        }
      }
      return -1;
    }

    static int order(LineInput in, int word) {
      for (String order : ORDERS) {
        if (in.is(word, order)) {
          return EventLabel.parseOrder(order);
        }
      }
      return -1;
    }
  }
}
