package dev.heddle.symbolic.unroll;

import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.List;

/**
 * What steps do to memory, in terms: the same as the machine's operations under sequential
 * consistency. A mutex is 8 bytes: its owner's number plus 1 in the lower half, how often the owner
 * took it again in the upper; all ones when it has been destroyed.
 */
public final class StepSemantics {
  private static final int DEADLOCK_ERROR = 35;
  private static final int PERMISSION_ERROR = 1;
  private static final long AGAIN = 1L << 32;
  private static final long DESTROYED = -1;

  private final Terms terms;
  private final Addresses addresses;

  /**
   * What a step does with the memory that it finds.
   *
   * @param enabled whether it need not wait
   * @param fails whether it goes wrong, provided it need not wait
   * @param observed what its thread gets, as a word
   * @param missing of a peek, which bytes are not initialised
   * @param writes whether it writes to its place, provided it does not wait or fail
   */
  public record Effect(Term enabled, Term fails, Term observed, Term missing, Term writes) {}

  public StepSemantics(Terms terms, Addresses addresses) {
    this.terms = terms;
    this.addresses = addresses;
  }

  /** Whether a step can write to its place. */
  public static boolean mayWrite(Step step) {
    return switch (step.kind) {
      case LOAD, PEEK, SIZE -> false;
      case AWAIT, ATTEMPT -> step.update != null;
      default -> true;
    };
  }

  public static boolean isAboutObjects(Step step) {
    return step.kind == Step.Kind.FREE
        || step.kind == Step.Kind.LEAVE
        || step.kind == Step.Kind.SIZE;
  }

  /**
   * Performs a step under a condition, by which memory changes if it need not wait and does not
   * fail.
   */
  public Effect perform(
      Step step, CellMemory memory, List<Addresses.Place> places, Term condition) {
    return isAboutObjects(step)
        ? performOnObject(step, memory, places, condition)
        : performOnContent(step, memory, places, condition);
  }

  private Effect performOnObject(
      Step step, CellMemory memory, List<Addresses.Place> places, Term condition) {
    Term good = terms.no();
    Term size = terms.word(0);
    for (Addresses.Place place : places) {
      MemoryObject object = place.object();
      boolean isStart = place.offset() == 0;
      boolean isRight = step.kind == Step.Kind.LEAVE || object.kind() == MemoryObject.Kind.HEAP;
      if (isStart && isRight) {
        Term alive = terms.and(place.condition(), terms.not(memory.isOver(object)));
        good = terms.or(good, alive);
        size = terms.ite(place.condition(), terms.word(object.size()), size);
        if (step.kind != Step.Kind.SIZE) {
          memory.end(object, terms.and(condition, alive));
        }
      }
    }
    return new Effect(terms.yes(), terms.not(good), size, null, terms.no());
  }

  /** What stands at a place that is not known before. */
  private Term content(CellMemory memory, List<Addresses.Place> places, int bytes) {
    Term content = null;
    for (Addresses.Place place : places) {
      Term here = memory.read(place.object(), place.offset(), bytes);
      content = content == null ? here : terms.ite(place.condition(), here, content);
    }
    return content == null ? terms.constant(0, 8 * bytes) : content;
  }

  private Term initialized(CellMemory memory, List<Addresses.Place> places, int bytes) {
    Term mask = null;
    for (Addresses.Place place : places) {
      Term here = memory.initialized(place.object(), place.offset(), bytes);
      mask = mask == null ? here : terms.ite(place.condition(), here, mask);
    }
    return mask == null ? terms.constant(-1, bytes) : mask;
  }

  /** Whether there is no memory, or none any more, where a step goes. */
  private Term isMisplaced(Step step, CellMemory memory, List<Addresses.Place> places) {
    Term wrong = terms.not(addresses.isOneOf(step.address, places));
    for (Addresses.Place place : places) {
      Term over = memory.isOver(place.object());
      wrong = terms.or(wrong, terms.and(place.condition(), over));
    }
    return wrong;
  }

  private Term lacksContent(Step step, CellMemory memory, List<Addresses.Place> places) {
    if (!needsContent(step)) {
      return terms.no();
    }
    Term mask = initialized(memory, places, step.bytes);
    return terms.not(terms.equal(mask, terms.constant(-1, step.bytes)));
  }

  private static boolean needsContent(Step step) {
    return switch (step.kind) {
      case STORE, PEEK, POKE -> false;
      default -> true;
    };
  }

  private Effect performOnContent(
      Step step, CellMemory memory, List<Addresses.Place> places, Term condition) {
    int bytes = step.bytes;
    Term misplaced = isMisplaced(step, memory, places);
    Term wrong = terms.or(misplaced, lacksContent(step, memory, places));
    Term content = content(memory, places, bytes);
    Term word = terms.zeroExtend(content, Terms.WORD);
    Term kind = step.typed ? mutexKind(memory, places) : terms.constant(0, 8);
    // Who waits does not see that what is there was never written.
    Term enabled = terms.or(misplaced, isPossible(step, word, kind));
    Term fails = terms.or(wrong, misuse(step, word, kind));
    Term writes = writes(step, word, kind);
    for (Addresses.Place place : places) {
      if (place.object().isConstant() && !writes.isFalse()) {
        fails = terms.or(fails, terms.and(place.condition(), writes));
      }
    }
    Term missing = null;
    if (step.kind == Step.Kind.PEEK) {
      missing =
          terms.binary(Operator.XOR, initialized(memory, places, bytes), terms.constant(-1, bytes));
      content = withoutBytes(content, missing, bytes);
    }
    if (mayWrite(step) && !writes.isFalse()) {
      Term happens = terms.and(condition, terms.and(terms.and(enabled, terms.not(fails)), writes));
      Term written = written(step, content, word);
      Term present =
          step.missing == null
              ? terms.constant(-1, bytes)
              : terms.binary(
                  Operator.XOR, terms.extract(step.missing, 0, bytes), terms.constant(-1, bytes));
      for (Addresses.Place place : places) {
        if (!place.object().isConstant()) {
          memory.write(
              place.object(),
              place.offset(),
              bytes,
              written,
              present,
              terms.and(happens, place.condition()));
        }
      }
    }
    return new Effect(enabled, fails, observed(step, content, word, writes), missing, writes);
  }

  private Term withoutBytes(Term content, Term missing, int bytes) {
    Term rest = null;
    for (int i = 0; i < bytes; i++) {
      Term isMissing = terms.equal(terms.extract(missing, i, 1), terms.constant(1, 1));
      Term kept = terms.ite(isMissing, terms.constant(0, 8), terms.extract(content, 8 * i, 8));
      rest = rest == null ? kept : terms.concat(kept, rest);
    }
    return rest;
  }

  /** The lowest byte behind the mutex; 0 if nothing is there. */
  private Term mutexKind(CellMemory memory, List<Addresses.Place> places) {
    Term kind = terms.constant(0, 8);
    for (Addresses.Place place : places) {
      if (place.offset() + 16 <= place.object().size()) {
        Term here = memory.read(place.object(), place.offset() + 8, 1);
        kind = terms.ite(place.condition(), here, kind);
      }
    }
    return kind;
  }

  private Term is(Term word, long value) {
    return terms.equal(word, terms.word(value));
  }

  /** Whether a mutex belongs to the thread of a step. */
  private Term isOwn(Step step, Term word) {
    return terms.equal(terms.extract(word, 0, 32), terms.constant(step.thread + 1L, 32));
  }

  private Term isKind(Term kind, int value) {
    return terms.equal(kind, terms.constant(value, 8));
  }

  private Term isPossible(Step step, Term word, Term kind) {
    return switch (step.kind) {
      case LOCK ->
          terms.or(
              terms.or(is(word, 0), is(word, DESTROYED)),
              terms.and(isOwn(step, word), terms.not(isKind(kind, 0))));
      case AWAIT -> step.holds(word);
      default -> terms.yes();
    };
  }

  private Term misuse(Step step, Term word, Term kind) {
    return switch (step.kind) {
      case LOCK, TRY_LOCK -> is(word, DESTROYED);
      case UNLOCK ->
          terms.or(is(word, DESTROYED), terms.and(terms.not(isOwn(step, word)), isKind(kind, 0)));
      default -> terms.no();
    };
  }

  private Term writes(Step step, Term word, Term kind) {
    return switch (step.kind) {
      case STORE, POKE, READ_MODIFY_WRITE -> terms.yes();
      case COMPARE_EXCHANGE -> terms.equal(terms.extract(word, 0, 8 * step.bytes), step.operand);
      case AWAIT, ATTEMPT -> step.update == null ? terms.no() : step.holds(word);
      case SIGNAL -> terms.not(is(word, 0));
      case LOCK -> terms.or(is(word, 0), isKind(kind, 1));
      case TRY_LOCK -> terms.or(is(word, 0), terms.and(isOwn(step, word), isKind(kind, 1)));
      case UNLOCK -> isOwn(step, word);
      default -> terms.no();
    };
  }

  private Term written(Step step, Term content, Term word) {
    return switch (step.kind) {
      case STORE, POKE -> step.operand;
      case COMPARE_EXCHANGE -> step.desired;
      case LOCK, TRY_LOCK ->
          terms.ite(is(word, 0), terms.word(step.thread + 1L), terms.add(word, terms.word(AGAIN)));
      case UNLOCK ->
          terms.ite(
              terms.compare(Operator.ULT, word, terms.word(AGAIN)),
              terms.word(0),
              terms.add(word, terms.word(-AGAIN)));
      case SIGNAL ->
          terms.binary(Operator.AND, word, terms.binary(Operator.XOR, step.picked, terms.word(-1)));
      default -> update(step.update, content, step.operand);
    };
  }

  /** What an update makes of a content. */
  private Term update(RmwOperator operator, Term old, Term value) {
    return switch (operator) {
      case EXCHANGE -> value;
      case ADD -> terms.add(old, value);
      case SUB -> terms.binary(Operator.SUB, old, value);
      case AND -> terms.binary(Operator.AND, old, value);
      case OR -> terms.binary(Operator.OR, old, value);
      case XOR -> terms.binary(Operator.XOR, old, value);
      case NAND ->
          terms.binary(
              Operator.XOR, terms.binary(Operator.AND, old, value), terms.constant(-1, old.bits()));
      case MAX -> terms.ite(terms.compare(Operator.SLE, value, old), old, value);
      case MIN -> terms.ite(terms.compare(Operator.SLE, old, value), old, value);
      case UMAX -> terms.ite(terms.compare(Operator.ULE, value, old), old, value);
      case UMIN -> terms.ite(terms.compare(Operator.ULE, old, value), old, value);
      case LEAVE ->
          terms.ite(
              terms.compare(Operator.ULE, old, value),
              terms.binary(Operator.SUB, old, terms.constant(1, old.bits())),
              terms.constant(0, old.bits()));
      case FADD -> FloatingPoint.binary(terms, FloatingPoint.ADD, old, value);
      case FSUB -> FloatingPoint.binary(terms, FloatingPoint.SUB, old, value);
    };
  }

  private Term observed(Step step, Term content, Term word, Term writes) {
    return switch (step.kind) {
      case STORE, POKE -> terms.word(0);
      case LOCK -> terms.ite(writes, terms.word(0), terms.word(DEADLOCK_ERROR));
      case TRY_LOCK -> terms.number(writes);
      case UNLOCK -> terms.ite(isOwn(step, word), terms.word(0), terms.word(PERMISSION_ERROR));
      default -> terms.zeroExtend(content, Terms.WORD);
    };
  }

  /** What must hold of the bit that a signal picks among those that it finds. */
  public Term isPick(Step signal, Term found) {
    Term picked = signal.picked;
    Term single =
        terms.isZero(terms.binary(Operator.AND, picked, terms.add(picked, terms.word(-1))));
    Term among = terms.equal(terms.binary(Operator.AND, picked, found), picked);
    Term some = terms.or(terms.isZero(found), terms.not(terms.isZero(picked)));
    return terms.and(single, terms.and(among, some));
  }

  /** Whether a thread has the mutex that a step waits for. */
  public Term isOwner(Term word, int thread) {
    return terms.equal(terms.extract(word, 0, 32), terms.constant(thread + 1L, 32));
  }
}
