package dev.heddle.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * The loops of a function, found as the edges that lead back to a block on the current path of a
 * depth-first search.
 */
public final class LoopHeaders {
  /** The blocks that follow each block. */
  private final List<List<Integer>> successors;

  private final int[] loopOfHeader;
  private final boolean[][] backEdge;
  private int count;

  public LoopHeaders(Function function) {
    successors = function.blocks().stream().map(b -> b.terminator().successors()).toList();
    int blocks = function.blocks().size();
    loopOfHeader = new int[blocks];
    backEdge = new boolean[blocks][];
    Arrays.fill(loopOfHeader, -1);
    boolean[] seen = new boolean[blocks];
    boolean[] onPath = new boolean[blocks];
    Deque<int[]> path = new ArrayDeque<>();
    path.push(new int[] {0, 0});
    seen[0] = true;
    onPath[0] = true;
    while (!path.isEmpty()) {
      int[] top = path.peek();
      int block = top[0];
      List<Integer> following = successors.get(block);
      if (top[1] == following.size()) {
        onPath[block] = false;
        path.pop();
        continue;
      }
      int next = following.get(top[1]++);
      if (onPath[next]) {
        markBackEdge(block, next, blocks);
      } else if (!seen[next]) {
        seen[next] = true;
        onPath[next] = true;
        path.push(new int[] {next, 0});
      }
    }
  }

  /** The innermost loop that a block is part of, or -1. */
  public int innermostAround(int block) {
    int innermost = -1;
    int least = Integer.MAX_VALUE;
    for (int loop = 0; loop < count; loop++) {
      BitSet body = body(loop);
      if (body.get(block) && body.cardinality() < least) {
        innermost = loop;
        least = body.cardinality();
      }
    }
    return innermost;
  }

  /** The header of a loop. */
  public int header(int loop) {
    int block = 0;
    while (loopOfHeader[block] != loop) {
      block++;
    }
    return block;
  }

  /** The blocks of a loop: those from which its header is reached without leaving the loop. */
  public BitSet body(int loop) {
    int header = header(loop);
    BitSet body = new BitSet();
    body.set(header);
    Deque<Integer> left = new ArrayDeque<>();
    for (int from = 0; from < backEdge.length; from++) {
      if (isBackEdge(from, header)) {
        left.push(from);
      }
    }
    List<List<Integer>> predecessors = predecessors();
    while (!left.isEmpty()) {
      int block = left.pop();
      if (!body.get(block)) {
        body.set(block);
        predecessors.get(block).forEach(left::push);
      }
    }
    return body;
  }

  private List<List<Integer>> predecessors() {
    List<List<Integer>> predecessors = new ArrayList<>();
    for (int block = 0; block < successors.size(); block++) {
      predecessors.add(new ArrayList<>());
    }
    for (int from = 0; from < successors.size(); from++) {
      for (int to : successors.get(from)) {
        predecessors.get(to).add(from);
      }
    }
    return predecessors;
  }

  private void markBackEdge(int from, int to, int blocks) {
    if (loopOfHeader[to] < 0) {
      loopOfHeader[to] = count++;
    }
    if (backEdge[from] == null) {
      backEdge[from] = new boolean[blocks];
    }
    backEdge[from][to] = true;
  }

  public int count() {
    return count;
  }

  /** The number of the loop whose header a block is, or -1. */
  public int loopOfHeader(int block) {
    return loopOfHeader[block];
  }

  public boolean isBackEdge(int from, int to) {
    return backEdge[from] != null && backEdge[from][to];
  }
}
