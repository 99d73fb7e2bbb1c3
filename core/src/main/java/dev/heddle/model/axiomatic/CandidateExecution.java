package dev.heddle.model.axiomatic;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A candidate execution: the events of one path per thread and the relations between them. Initial
 * writes come first, then the events of each thread in program order. The search changes {@code
 * rf}, {@code co} and what follows from them in place; {@link #changedAt} tells when.
 */
public final class CandidateExecution {
  /** Relations that every model starts from. */
  public enum Base {
    PO("po"),
    LOC("loc"),
    INT("int"),
    EXT("ext"),
    ID("id"),
    ADDR("addr"),
    DATA("data"),
    CTRL("ctrl"),
    AMO("amo"),
    LXSX("lxsx"),
    SAME_INSTRUCTION("si"),
    RF("rf"),
    CO("co"),
    FR("fr");

    private final String text;

    Base(String text) {
      this.text = text;
    }

    /** Its name in models. */
    public String text() {
      return text;
    }
  }

  /** What an event is, apart from its tags. */
  public enum Kind {
    INITIAL_WRITE,
    READ,
    WRITE,
    FENCE
  }

  /** Sets that say what an event is; all others are tags. */
  private static final Set<String> KINDS = Set.of("_", "R", "W", "M", "F", "IW", "FW");

  /** The thread of initial writes. */
  public static final int NO_THREAD = -1;

  private final int size;
  private final int[] thread;
  private final int[] instance;
  private final Kind[] kind;
  private final Map<Base, BitMatrix> base = new EnumMap<>(Base.class);
  private final Map<Base, Long> changed = new EnumMap<>(Base.class);
  private final Map<String, BitMatrix> sets = new HashMap<>();
  private final BitMatrix finalWrites;
  private final String[] location;
  private final long[] value;
  private long clock = 1;

  /**
   * Events without relations.
   *
   * @param thread of each event, or {@link #NO_THREAD}
   * @param instance which execution of an instruction each belongs to
   */
  public CandidateExecution(int[] thread, int[] instance, Kind[] kind) {
    this.size = thread.length;
    this.thread = thread;
    this.instance = instance;
    this.kind = kind;
    this.location = new String[size];
    this.value = new long[size];
    for (Base each : Base.values()) {
      base.put(each, BitMatrix.relation(size));
      changed.put(each, clock);
    }
    finalWrites = BitMatrix.set(size);
    sets.put("FW", finalWrites);
    for (String name : KINDS) {
      sets.putIfAbsent(name, BitMatrix.set(size));
    }
    for (int event = 0; event < size; event++) {
      classify(event);
      for (int other = 0; other < size; other++) {
        boolean sameThread = thread[event] == thread[other] && thread[event] != NO_THREAD;
        relation(sameThread || event == other ? Base.INT : Base.EXT).add(event, other);
      }
      relation(Base.ID).add(event, event);
    }
  }

  private void classify(int event) {
    sets.get("_").add(0, event);
    switch (kind[event]) {
      case INITIAL_WRITE -> {
        sets.get("IW").add(0, event);
        sets.get("W").add(0, event);
        sets.get("M").add(0, event);
      }
      case WRITE -> {
        sets.get("W").add(0, event);
        sets.get("M").add(0, event);
      }
      case READ -> {
        sets.get("R").add(0, event);
        sets.get("M").add(0, event);
      }
      case FENCE -> sets.get("F").add(0, event);
    }
  }

  /** Puts an event into the sets of these names. */
  public void tag(int event, Set<String> tags) {
    for (String tag : tags) {
      sets.computeIfAbsent(tag, any -> BitMatrix.set(size)).add(0, event);
    }
  }

  public int size() {
    return size;
  }

  /** The thread of an event, or {@link #NO_THREAD}. */
  public int thread(int event) {
    return thread[event];
  }

  /** Events of a thread with the same number come from one execution of an instruction. */
  public int instance(int event) {
    return instance[event];
  }

  public Kind kind(int event) {
    return kind[event];
  }

  /** The name of what an access touches; null for a fence. */
  public String location(int event) {
    return location[event];
  }

  /** What an access reads or writes. */
  public long value(int event) {
    return value[event];
  }

  void describe(int event, String where, long what) {
    location[event] = where;
    value[event] = what;
  }

  public BitMatrix relation(Base which) {
    return base.get(which);
  }

  /** When a base relation changed last; times grow. */
  public long changedAt(Base which) {
    return changed.get(which);
  }

  /** The present time; grows with each change. */
  public long now() {
    return clock;
  }

  /** Says that relations have new content. */
  void change(Base... which) {
    clock++;
    for (Base each : which) {
      changed.put(each, clock);
    }
  }

  /** The events of a set that has a name; null if no event of this execution is in one. */
  public BitMatrix set(String name) {
    return sets.get(name);
  }

  /** The writes that nothing overwrites; right only while co is complete. */
  BitMatrix finalWrites() {
    return finalWrites;
  }

  /** The tags of an event, sorted, as models call them. */
  public Set<String> tags(int event) {
    Set<String> tags = new TreeSet<>();
    sets.forEach(
        (name, members) -> {
          if (members.has(event) && !KINDS.contains(name)) {
            tags.add(name);
          }
        });
    return tags;
  }
}
