package dev.heddle.explore.overflow;

import dev.heddle.explore.overflow.Overflow.Extent;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * What waits to be explored, in the order in which it was added. Most of it waits long: what is far
 * from both ends is compressed in packs, as soon as there is enough for two, and if memory is full,
 * the earlier half of the packs goes to the file.
 *
 * @param <T> what waits
 */
public final class Backlog<T> {
  /**
   * What becomes of an item in a pack.
   *
   * @param <T> an item
   */
  public interface Form<T> {
    /** How many bytes {@link #put} puts. */
    int bytes(T item);

    /**
     * About how many bytes an item takes that is not in a pack. Asked often, and so to be quick.
     */
    default int room(T item) {
      return bytes(item);
    }

    void put(T item, ByteBuffer target);

    T get(ByteBuffer source);
  }

  /** Packs in the file. */
  private record Group(Extent extent, int bytes) {}

  private static final Object[] NONE = {};

  private final Overflow overflow;
  private final Form<T> form;

  /** The latest items, in their order, from {@code first} on. */
  private Object[] back = NONE;

  private int first;
  private int end;

  /** How many bytes they take, about. */
  private long backRoom;

  private int size;

  /** All in front of them; null if there was never much. */
  private Earlier earlier;

  public Backlog(Overflow overflow, Form<T> form) {
    this.overflow = overflow;
    this.form = form;
  }

  public int size() {
    return size;
  }

  public void add(T item) {
    if (end == back.length) {
      makeRoom();
    }
    back[end++] = item;
    backRoom += form.room(item);
    size++;
    if (backRoom >= 2L * overflow.packBytes()) {
      packEarlierHalf();
    }
  }

  private void makeRoom() {
    Object[] target = 2 * first > back.length ? back : new Object[2 * (end - first) + 2];
    System.arraycopy(back, first, target, 0, end - first);
    end -= first;
    first = 0;
    back = target;
    Arrays.fill(back, end, back.length, null);
  }

  /** Takes the item that was added last; null if there is none. */
  public T pollLast() {
    if (first == end && (earlier == null || !earlier.unpackLast())) {
      return null;
    }
    T item = item(--end);
    back[end] = null;
    backRoom -= form.room(item);
    size--;
    return item;
  }

  /** Takes the item that was added first; null if there is none. */
  public T pollFirst() {
    T earliest = earlier == null ? null : earlier.pollFirst();
    if (earliest != null) {
      size--;
      return earliest;
    }
    if (first == end) {
      return null;
    }
    T item = item(first);
    back[first++] = null;
    backRoom -= form.room(item);
    size--;
    return item;
  }

  @SuppressWarnings("unchecked")
  private T item(int at) {
    return (T) back[at];
  }

  /** Gives up all that waits. */
  public void clear() {
    if (earlier != null) {
      earlier.share.giveUp();
      earlier = null;
    }
    if (size > 0) {
      back = NONE;
      first = 0;
      end = 0;
      backRoom = 0;
      size = 0;
    }
  }

  private void packEarlierHalf() {
    List<T> items = new ArrayList<>();
    int room = 0;
    while (room < overflow.packBytes()) {
      T item = item(first);
      back[first++] = null;
      items.add(item);
      room += form.room(item);
    }
    backRoom -= room;
    if (earlier == null) {
      earlier = new Earlier();
    }
    earlier.add(Pack.of(items, form));
  }

  // ---- State --------------------------------------------------------------------------------

  /** Writes all that waits, while nobody changes that. */
  public void write(DataOutputStream out) throws IOException {
    out.writeInt(size);
    if (earlier != null) {
      earlier.write(out);
    }
    List<T> latest = new ArrayList<>();
    for (int i = first; i < end; i++) {
      latest.add(item(i));
    }
    writeLoose(latest, out);
  }

  private void writeLoose(Collection<T> items, DataOutputStream out) throws IOException {
    if (!items.isEmpty()) {
      Pack.of(items, form).write(out);
    }
  }

  /** Adds what was written. */
  public void read(DataInputStream in) throws IOException {
    ArrayDeque<T> items = new ArrayDeque<>();
    for (int left = in.readInt(); left > 0; ) {
      Pack pack = Pack.read(in);
      left -= pack.count();
      pack.unpack(form, items);
      items.forEach(this::add);
      items.clear();
    }
  }

  /** What waits in packs, and what has been unpacked of that to be taken from the front. */
  private final class Earlier {
    // The earliest first: `front`, `frontPacks`, `inFile`, `packs`.
    private final ArrayDeque<T> front = new ArrayDeque<>();
    private final ArrayDeque<Pack> frontPacks = new ArrayDeque<>();
    private final ArrayDeque<Group> inFile = new ArrayDeque<>();
    private final ArrayDeque<Pack> packs = new ArrayDeque<>();

    final Overflow.Share share = overflow.share(Backlog.this);

    void add(Pack pack) {
      packs.addLast(pack);
      share.take(pack.bytes());
      if (packs.size() >= 2 * overflow.packsPerGroup() && overflow.isFull(0)) {
        store();
      }
    }

    /** Unpacks what is latest here to where it can be taken from; false if nothing is left. */
    boolean unpackLast() {
      if (packs.isEmpty() && !inFile.isEmpty()) {
        packs.addAll(load(inFile.removeLast()));
      }
      Pack last = packs.isEmpty() ? frontPacks.pollLast() : packs.removeLast();
      ArrayDeque<T> items = last == null ? front : new ArrayDeque<>();
      if (last != null) {
        unpack(last, items);
      }
      back = items.toArray();
      first = 0;
      end = back.length;
      for (T item : items) {
        backRoom += form.room(item);
      }
      items.clear();
      return end > 0;
    }

    /** The earliest item here, or null. */
    T pollFirst() {
      if (front.isEmpty()) {
        if (frontPacks.isEmpty() && !inFile.isEmpty()) {
          frontPacks.addAll(load(inFile.removeFirst()));
        }
        Pack earliest = frontPacks.isEmpty() ? packs.pollFirst() : frontPacks.removeFirst();
        if (earliest != null) {
          unpack(earliest, front);
        }
      }
      return front.pollFirst();
    }

    private void unpack(Pack pack, ArrayDeque<T> target) {
      share.take(-pack.bytes());
      pack.unpack(form, target);
    }

    /** The earlier half of the packs goes to the file. */
    private void store() {
      List<Pack> group = new ArrayList<>();
      int bytes = 0;
      for (int i = 0; i < overflow.packsPerGroup(); i++) {
        Pack pack = packs.removeFirst();
        group.add(pack);
        bytes += pack.storedBytes();
        share.take(-pack.bytes());
      }
      ByteBuffer content = ByteBuffer.allocate(bytes);
      group.forEach(pack -> pack.store(content));
      Extent extent = share.allocate(bytes);
      overflow.file().write(extent.offset(), content.flip());
      inFile.addLast(new Group(extent, bytes));
    }

    /** The packs of a group, which leave the file. */
    private List<Pack> load(Group group) {
      List<Pack> loaded = stored(group);
      share.free(group.extent());
      loaded.forEach(pack -> share.take(pack.bytes()));
      return loaded;
    }

    private List<Pack> stored(Group group) {
      ByteBuffer content = ByteBuffer.allocate(group.bytes());
      overflow.file().read(group.extent().offset(), content);
      content.flip();
      List<Pack> stored = new ArrayList<>();
      while (content.hasRemaining()) {
        stored.add(Pack.load(content));
      }
      return stored;
    }

    void write(DataOutputStream out) throws IOException {
      writeLoose(front, out);
      write(frontPacks, out);
      for (Group group : inFile) {
        write(stored(group), out);
      }
      write(packs, out);
    }

    private void write(Iterable<Pack> written, DataOutputStream out) throws IOException {
      for (Pack pack : written) {
        pack.write(out);
      }
    }
  }
}
