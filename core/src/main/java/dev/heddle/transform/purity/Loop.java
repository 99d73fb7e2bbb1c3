package dev.heddle.transform.purity;

import dev.heddle.program.Function;
import dev.heddle.program.Location;
import dev.heddle.program.LoopHeaders;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** A loop that is entered at its header only. */
final class Loop {
  private final Function function;
  private final LoopHeaders loops;
  private final int header;
  private final BitSet body;

  /** The blocks of the body, each behind those from which it is reached without going back. */
  private final List<Integer> order;

  private final int[] place;

  private Loop(Function function, LoopHeaders loops, int loop) {
    this.function = function;
    this.loops = loops;
    this.header = loops.header(loop);
    this.body = loops.body(loop);
    this.order = new ArrayList<>();
    visit(header, new BitSet());
    Collections.reverse(order);
    this.place = new int[function.blocks().size()];
    for (int i = 0; i < order.size(); i++) {
      place[order.get(i)] = i;
    }
  }

  /** The loops of a function, inner ones first. Jumps into the middle of a loop rule it out. */
  static List<Loop> of(Function function) {
    LoopHeaders headers = new LoopHeaders(function);
    List<Loop> loops = new ArrayList<>();
    for (int i = 0; i < headers.count(); i++) {
      Loop loop = new Loop(function, headers, i);
      if (loop.isEnteredAtHeader()) {
        loops.add(loop);
      }
    }
    loops.sort(Comparator.comparingInt(loop -> loop.body.cardinality()));
    return loops;
  }

  private void visit(int block, BitSet seen) {
    seen.set(block);
    for (int next : successors(block)) {
      if (body.get(next) && !seen.get(next) && !isBackEdge(block, next)) {
        visit(next, seen);
      }
    }
    order.add(block);
  }

  private boolean isEnteredAtHeader() {
    for (int from = 0; from < function.blocks().size(); from++) {
      for (int to : successors(from)) {
        if (body.get(to) && !body.get(from) && to != header) {
          return false;
        }
      }
    }
    return order.size() == body.cardinality();
  }

  private List<Integer> successors(int block) {
    return function.blocks().get(block).terminator().successors();
  }

  int header() {
    return header;
  }

  boolean contains(int block) {
    return body.get(block);
  }

  List<Integer> order() {
    return order;
  }

  /** Whether an edge leads back to the header of this loop or of one inside it. */
  boolean isBackEdge(int from, int to) {
    return loops.isBackEdge(from, to);
  }

  /** Whether every iteration, be it the last or not, comes through a block. */
  boolean isInEveryIteration(int block) {
    BitSet reached = new BitSet();
    reached.set(header);
    for (int from : order) {
      if (from != block && reached.get(from)) {
        for (int next : successors(from)) {
          if (!body.get(next) || next == header) {
            return false;
          }
          reached.set(next);
        }
      }
    }
    return true;
  }

  /** Of two points of the body on one path, the later one; null comes before all. */
  Point later(Point a, Point b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    int byBlock = Integer.compare(place[a.block()], place[b.block()]);
    int compared = byBlock != 0 ? byBlock : Integer.compare(a.index(), b.index());
    return compared >= 0 ? a : b;
  }

  boolean isBefore(Point a, Point b) {
    return !a.equals(b) && later(a, b).equals(b);
  }

  /** The blocks from which an edge leads to a block. */
  List<Integer> predecessors(int block) {
    List<Integer> predecessors = new ArrayList<>();
    for (int from = 0; from < function.blocks().size(); from++) {
      if (successors(from).contains(block)) {
        predecessors.add(from);
      }
    }
    return predecessors;
  }

  /** For each block of a function, the blocks from which an edge leads to it. */
  static List<List<Integer>> predecessorsOf(Function function) {
    List<List<Integer>> predecessors = new ArrayList<>();
    function.blocks().forEach(block -> predecessors.add(new ArrayList<>()));
    for (int from = 0; from < function.blocks().size(); from++) {
      for (int to : function.blocks().get(from).terminator().successors()) {
        predecessors.get(to).add(from);
      }
    }
    return predecessors;
  }

  /** The first line of the loop that the source knows. */
  Location location() {
    for (int block : order) {
      for (var instruction : function.blocks().get(block).instructions()) {
        if (instruction.location().isKnown()) {
          return instruction.location();
        }
      }
      Location end = function.blocks().get(block).terminator().location();
      if (end.isKnown()) {
        return end;
      }
    }
    return Location.NONE;
  }
}
