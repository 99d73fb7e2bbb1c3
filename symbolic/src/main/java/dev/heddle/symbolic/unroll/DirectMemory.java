package dev.heddle.symbolic.unroll;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What one thread knows of memory that no other changes: terms for bytes. */
final class DirectMemory implements CellMemory {
  private final Terms terms;
  private final ObjectTable objects;

  /** By object; what is not in it has the object's first content. */
  private final Map<MemoryObject, Content> contents;

  private final Map<MemoryObject, Term> over;

  /** Copies share a content until one of them writes. */
  private static final class Content {
    private final Map<Integer, Term> bytes;
    private final Map<Integer, Term> initialized;

    Content(Map<Integer, Term> bytes, Map<Integer, Term> initialized) {
      this.bytes = new HashMap<>(bytes);
      this.initialized = new HashMap<>(initialized);
    }
  }

  private final Set<MemoryObject> owned = new HashSet<>();

  DirectMemory(Terms terms, ObjectTable objects) {
    this(terms, objects, new HashMap<>(), new HashMap<>());
  }

  private DirectMemory(
      Terms terms,
      ObjectTable objects,
      Map<MemoryObject, Content> contents,
      Map<MemoryObject, Term> over) {
    this.terms = terms;
    this.objects = objects;
    this.contents = contents;
    this.over = over;
  }

  DirectMemory copy() {
    owned.clear();
    return new DirectMemory(terms, objects, new HashMap<>(contents), new HashMap<>(over));
  }

  private Term initialByte(MemoryObject object, int offset) {
    return terms.constant(objects.initialContent().byteAt(object, offset), 8);
  }

  private Term byteAt(MemoryObject object, int offset) {
    Content content = contents.get(object);
    Term written = content == null ? null : content.bytes.get(offset);
    return written == null ? initialByte(object, offset) : written;
  }

  private Term initializedAt(MemoryObject object, int offset) {
    if (!objects.mayLackValues(object)) {
      return terms.constant(1, 1);
    }
    Content content = contents.get(object);
    Term known = content == null ? null : content.initialized.get(offset);
    return known == null ? terms.constant(object.isInitialized() ? 1 : 0, 1) : known;
  }

  @Override
  public Term read(MemoryObject object, int offset, int bytes) {
    Term value = byteAt(object, offset);
    for (int i = 1; i < bytes; i++) {
      value = terms.concat(byteAt(object, offset + i), value);
    }
    return value;
  }

  @Override
  public Term initialized(MemoryObject object, int offset, int bytes) {
    Term mask = initializedAt(object, offset);
    for (int i = 1; i < bytes; i++) {
      mask = terms.concat(initializedAt(object, offset + i), mask);
    }
    return mask;
  }

  @Override
  public void write(
      MemoryObject object, int offset, int bytes, Term value, Term present, Term condition) {
    Content content = contents.get(object);
    if (content == null || !owned.contains(object)) {
      content = content == null ? new Content(Map.of(), Map.of()) : copyOf(content);
      contents.put(object, content);
      owned.add(object);
    }
    for (int i = 0; i < bytes; i++) {
      Term old = byteAt(object, offset + i);
      Term known = initializedAt(object, offset + i);
      content.bytes.put(offset + i, terms.ite(condition, terms.extract(value, 8 * i, 8), old));
      content.initialized.put(
          offset + i, terms.ite(condition, terms.extract(present, i, 1), known));
    }
  }

  private static Content copyOf(Content content) {
    return new Content(content.bytes, content.initialized);
  }

  @Override
  public Term isOver(MemoryObject object) {
    return over.getOrDefault(object, terms.no());
  }

  @Override
  public void end(MemoryObject object, Term condition) {
    over.put(object, terms.or(isOver(object), condition));
  }

  /** The memory that is one or the other. */
  DirectMemory merge(Term condition, DirectMemory otherwise) {
    if (this == otherwise) {
      return this;
    }
    DirectMemory merged = copy();
    Set<MemoryObject> touched = new HashSet<>(contents.keySet());
    touched.addAll(otherwise.contents.keySet());
    for (MemoryObject object : touched) {
      Content ours = contents.get(object);
      Content theirs = otherwise.contents.get(object);
      if (ours != theirs) {
        merged.contents.put(object, merge(condition, object, otherwise, ours, theirs));
      }
    }
    Set<MemoryObject> ended = new HashSet<>(over.keySet());
    ended.addAll(otherwise.over.keySet());
    for (MemoryObject object : ended) {
      merged.over.put(object, terms.ite(condition, isOver(object), otherwise.isOver(object)));
    }
    return merged;
  }

  private Content merge(
      Term condition, MemoryObject object, DirectMemory otherwise, Content ours, Content theirs) {
    Set<Integer> offsets = new HashSet<>();
    if (ours != null) {
      offsets.addAll(ours.bytes.keySet());
    }
    if (theirs != null) {
      offsets.addAll(theirs.bytes.keySet());
    }
    Content merged = new Content(Map.of(), Map.of());
    for (int offset : offsets) {
      merged.bytes.put(
          offset, terms.ite(condition, byteAt(object, offset), otherwise.byteAt(object, offset)));
      merged.initialized.put(
          offset,
          terms.ite(
              condition, initializedAt(object, offset), otherwise.initializedAt(object, offset)));
    }
    return merged;
  }
}
