package dev.heddle.machine;

import dev.heddle.program.Program;
import java.util.Arrays;

/**
 * What a thread does to the rest of the system between two of its visible operations: it starts
 * threads, makes objects, prints. None of it can be observed by others before the thread's next
 * operation, so it happens together with the one before.
 */
public final class Effects {
  Effects() {}

  /** Threads started, and the nodes that they start at. */
  private int spawned;

  private int[] thread = new int[2];
  private ThreadNode[] root = new ThreadNode[2];

  /** The instruction of the user's that starts the thread. */
  private int[] spawnSite = new int[2];

  /** Objects made. */
  private int born;

  private int[] object = new int[2];
  private int[] size = new int[2];
  private boolean[] zeroed = new boolean[2];
  private boolean[] onHeap = new boolean[2];

  /** The instruction of the user's that makes the object. */
  private int[] site = new int[2];

  /** The global of which the object is a copy, or -1. */
  private int[] template = new int[2];

  private static final int MAX_PRINTED = 1 << 14;
  private static final String CUT = "\n... (more is printed here than is kept)\n";

  private final StringBuilder printed = new StringBuilder();

  /** Prints a text. A loop may print without an end, and all states are kept: there is a limit. */
  void print(String text) {
    if (printed.length() + text.length() <= MAX_PRINTED) {
      printed.append(text);
    } else if (printed.length() < MAX_PRINTED) {
      printed.append(text, 0, MAX_PRINTED - printed.length()).append(CUT);
    }
  }

  /** What is printed here and by the threads started here, up to their first operations. */
  public void appendOutputTo(StringBuilder out) {
    out.append(printed);
    for (int i = 0; i < spawned; i++) {
      if (root[i].effects != null) {
        root[i].effects.appendOutputTo(out);
      }
    }
  }

  /** How many threads are started. */
  public int threadsStarted() {
    return spawned;
  }

  /** The number of one of the threads that are started. */
  public int threadStarted(int i) {
    return thread[i];
  }

  /** Where one of the threads that are started begins. */
  public ThreadNode rootStarted(int i) {
    return root[i];
  }

  /** The instruction that starts one of them. */
  public int spawnSite(int i) {
    return spawnSite[i];
  }

  /** How many objects are made. */
  public int objectsMade() {
    return born;
  }

  /** One of the objects that are made. */
  public int objectMade(int i) {
    return object[i];
  }

  /** Whether there is more to it than printing. */
  boolean changeSomething() {
    return spawned > 0 || born > 0;
  }

  void spawn(int newThread, ThreadNode at, int spawnedAt) {
    if (spawned == thread.length) {
      thread = Arrays.copyOf(thread, 2 * spawned);
      root = Arrays.copyOf(root, 2 * spawned);
      spawnSite = Arrays.copyOf(spawnSite, 2 * spawned);
    }
    thread[spawned] = newThread;
    spawnSite[spawned] = spawnedAt;
    root[spawned++] = at;
  }

  void birth(int newObject, int bytes, boolean zero, boolean heap, int bornAt) {
    add(newObject, bytes, zero, -1);
    onHeap[born - 1] = heap;
    site[born - 1] = bornAt;
  }

  void birthCopy(int newObject, int global) {
    add(newObject, 0, true, global);
    site[born - 1] = -1;
  }

  /** Brings the objects made to life. */
  void bear(ObjectTable objects) {
    for (int i = 0; i < born; i++) {
      if (template[i] >= 0) {
        objects.birthCopy(object[i], template[i]);
      } else {
        objects.birth(object[i], size[i], zeroed[i], onHeap[i], site[i]);
      }
    }
  }

  /** Lets a fetched thread make the objects. */
  void bear(DataflowThread fetched, MemoryView objects, Program program) {
    for (int i = 0; i < born; i++) {
      boolean isCopy = template[i] >= 0;
      int plain = zeroed[i] ? DataflowThread.ZEROED : DataflowThread.UNINITIALIZED;
      fetched.bear(
          objects.address(object[i]),
          isCopy ? program.globals().get(template[i]).bytes().length : size[i],
          isCopy ? template[i] : plain);
    }
  }

  /** Takes back that they have come to life. */
  void unbear(ObjectTable objects) {
    for (int i = born - 1; i >= 0; i--) {
      objects.unbirth(object[i]);
    }
  }

  private void add(int newObject, int bytes, boolean zero, int global) {
    if (born == object.length) {
      object = Arrays.copyOf(object, 2 * born);
      size = Arrays.copyOf(size, 2 * born);
      zeroed = Arrays.copyOf(zeroed, 2 * born);
      template = Arrays.copyOf(template, 2 * born);
      onHeap = Arrays.copyOf(onHeap, 2 * born);
      site = Arrays.copyOf(site, 2 * born);
    }
    object[born] = newObject;
    size[born] = bytes;
    template[born] = global;
    zeroed[born++] = zero;
  }
}
