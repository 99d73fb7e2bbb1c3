package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.encode.Cells.Cell;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.CellMemory;
import dev.heddle.symbolic.unroll.MemoryObject;
import java.util.List;

/** What one thread has for the content of memory at some point: the localized variables. */
final class CellState implements CellMemory {
  private final Terms terms;
  private final Cells cells;
  private final Term[] values;

  /** By cell, which of its bytes are initialised; null where all always are. */
  private final Term[] present;

  private final Shadow shadow;

  private CellState(Terms terms, Cells cells, Term[] values, Term[] present, Shadow shadow) {
    this.terms = terms;
    this.cells = cells;
    this.values = values;
    this.present = present;
    this.shadow = shadow;
  }

  /** What is known of the access that may race. */
  Shadow shadow() {
    return shadow;
  }

  /** Memory at the start of the program. */
  static CellState initial(Terms terms, Cells cells) {
    Term[] values = new Term[cells.all().size()];
    Term[] present = new Term[values.length];
    for (Cell cell : cells.all()) {
      if (cell.isLife()) {
        values[cell.number()] = terms.no();
        continue;
      }
      values[cell.number()] = terms.constant(cells.initial(cell), 8 * cell.bytes());
      if (cells.mayLackValues(cell.object())) {
        int all = cell.object().isInitialized() ? -1 : 0;
        present[cell.number()] = terms.constant(all, cell.bytes());
      }
    }
    return new CellState(terms, cells, values, present, Shadow.none(terms, values.length));
  }

  /** Memory of which the shared cells are unknown, and the others as at the start. */
  CellState withShared(String prefix) {
    CellState unknown =
        new CellState(terms, cells, values.clone(), present.clone(), shadow.unknown(prefix));
    for (Cell cell : cells.all()) {
      if (cells.isShared(cell)) {
        int c = cell.number();
        String name = prefix + "_" + cells.identity(cell);
        unknown.values[c] = cell.isLife() ? terms.booleanVariable(name) : unknown(cell, name);
        if (present[c] != null) {
          unknown.present[c] = terms.variable(name + "i", cell.bytes());
        }
      }
    }
    return unknown;
  }

  /** A content that differs from the first one only in bits that the program can change. */
  private Term unknown(Cell cell, String name) {
    long changing = cells.changingBits(cell);
    Term content = null;
    int bits = 8 * cell.bytes();
    for (int from = 0; from < bits; ) {
      boolean changes = (changing >>> from & 1) != 0;
      int to = from;
      while (to < bits && ((changing >>> to & 1) != 0) == changes) {
        to++;
      }
      Term part =
          changes
              ? terms.variable(name + "_" + from, to - from)
              : terms.constant(cells.initial(cell) >>> from, to - from);
      content = content == null ? part : terms.concat(part, content);
      from = to;
    }
    return content;
  }

  CellState copy() {
    return new CellState(terms, cells, values.clone(), present.clone(), shadow.copy());
  }

  /** The shared cells of another state if a condition holds. */
  void receive(Term condition, CellState from) {
    shadow.receive(condition, from.shadow);
    for (Cell cell : cells.all()) {
      if (cells.isShared(cell)) {
        int c = cell.number();
        values[c] = terms.ite(condition, from.values[c], values[c]);
        if (present[c] != null) {
          present[c] = terms.ite(condition, from.present[c], present[c]);
        }
      }
    }
  }

  /** That the shared cells have the same content in another state. */
  void addEqualities(CellState that, Term condition, List<Term> constraints) {
    shadow.addEqualities(that.shadow, condition, constraints);
    for (Cell cell : cells.all()) {
      if (cells.isShared(cell)) {
        int c = cell.number();
        Term same =
            cell.isLife()
                ? terms.ite(values[c], that.values[c], terms.not(that.values[c]))
                : terms.equal(values[c], that.values[c]);
        constraints.add(terms.implies(condition, same));
        if (present[c] != null) {
          constraints.add(terms.implies(condition, terms.equal(present[c], that.present[c])));
        }
      }
    }
  }

  @Override
  public Term read(MemoryObject object, int offset, int bytes) {
    Term content = null;
    for (Cell cell : cells.at(object, offset, bytes)) {
      Term value = values[cell.number()];
      content = content == null ? value : terms.concat(value, content);
    }
    return content;
  }

  @Override
  public Term initialized(MemoryObject object, int offset, int bytes) {
    if (!cells.mayLackValues(object)) {
      return terms.constant(-1, bytes);
    }
    Term mask = null;
    for (Cell cell : cells.at(object, offset, bytes)) {
      Term value = present[cell.number()];
      mask = mask == null ? value : terms.concat(value, mask);
    }
    return mask;
  }

  @Override
  public void write(
      MemoryObject object, int offset, int bytes, Term value, Term isPresent, Term condition) {
    for (Cell cell : cells.at(object, offset, bytes)) {
      int c = cell.number();
      int at = cell.offset() - offset;
      Term part = terms.extract(value, 8 * at, 8 * cell.bytes());
      values[c] = terms.ite(condition, part, values[c]);
      if (present[c] != null) {
        present[c] = terms.ite(condition, terms.extract(isPresent, at, cell.bytes()), present[c]);
      }
    }
  }

  @Override
  public Term isOver(MemoryObject object) {
    Cell life = cells.life(object);
    return life == null ? terms.no() : values[life.number()];
  }

  @Override
  public void end(MemoryObject object, Term condition) {
    int life = cells.life(object).number();
    values[life] = terms.or(values[life], condition);
  }
}
