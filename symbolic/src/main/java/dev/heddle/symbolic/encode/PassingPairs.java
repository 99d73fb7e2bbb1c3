package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.mat.ConcurrentGraph;
import dev.heddle.symbolic.mat.GenMat;
import dev.heddle.symbolic.mat.Mat;
import dev.heddle.symbolic.mat.TokenPassing;
import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * From the end of which segment the token can go to which head.
 *
 * <p>With two threads that conflict these are the pairs of their mutually atomic transactions, and
 * what forks and joins add. With more threads the published set is not adequate; there, the token
 * goes to threads of higher numbers anywhere, and to lower ones only where segments depend on each
 * other ({@link TokenPassing#lexicographic}).
 */
final class PassingPairs {
  private final UnrolledProgram program;
  private final Segments segments;
  private final Dependencies dependencies;
  private final Map<Step, Set<Step>> sources = new HashMap<>();
  private int pairs;
  private int mats;

  PassingPairs(
      UnrolledProgram program, Segments segments, Dependencies dependencies, boolean basic) {
    this.program = program;
    this.segments = segments;
    this.dependencies = dependencies;
    segments.heads().forEach(head -> sources.put(head, new LinkedHashSet<>()));
    int[] two = basic ? null : theOnlyTwo();
    if (two != null) {
      addTransactions(two[0], two[1]);
      pairs = count();
      addForksAndJoins();
    } else {
      addLexicographic(basic);
    }
  }

  // ---- Two threads --------------------------------------------------------------------------

  /** The two threads that conflict if there are no others but main; else null. */
  private int[] theOnlyTwo() {
    Set<Integer> active = new LinkedHashSet<>();
    Set<Integer> stepping = new LinkedHashSet<>();
    for (Step a : segments.heads()) {
      stepping.add(a.thread());
      for (Step b : segments.heads()) {
        if (a.thread() != b.thread() && segments.dependent(a, b)) {
          active.add(a.thread());
        }
      }
    }
    stepping.remove(0);
    stepping.removeAll(active);
    if (active.size() != 2 || !stepping.isEmpty()) {
      return null;
    }
    List<Integer> both = new ArrayList<>(active);
    both.sort(null);
    return areOtherwiseOrdered(both.get(0), both.get(1))
        ? new int[] {both.get(0), both.get(1)}
        : null;
  }

  /** Whether segments without conflicts lie before or behind all of the other thread. */
  private boolean areOtherwiseOrdered(int i, int j) {
    for (Step head : segments.heads()) {
      int other = head.thread() == i ? j : head.thread() == j ? i : -1;
      if (other < 0 || conflictsWith(head, other)) {
        continue;
      }
      for (Step theirs : segments.heads()) {
        boolean isOrdered =
            theirs.thread() != other
                || head.kind() == Step.Kind.START
                || dependencies.happensBefore(theirs, head)
                || joins(head, other);
        if (!isOrdered) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean joins(Step head, int thread) {
    return head.kind() == Step.Kind.JOIN && head.threads().contains(thread);
  }

  private boolean conflictsWith(Step head, int thread) {
    return segments.heads().stream()
        .anyMatch(other -> other.thread() == thread && segments.dependent(head, other));
  }

  private void addTransactions(int i, int j) {
    ConcurrentGraph.Builder builder = new ConcurrentGraph.Builder();
    List<Step> nodes = new ArrayList<>();
    Map<Step, Integer> numbers = new HashMap<>();
    for (int thread : new int[] {i, j}) {
      int t = builder.thread();
      for (Step head : segments.heads()) {
        if (head.thread() == thread && conflictsWith(head, thread == i ? j : i)) {
          numbers.put(head, builder.node(t));
          nodes.add(head);
        }
      }
    }
    for (Step head : segments.heads()) {
      if (numbers.containsKey(head)) {
        connect(builder, head, numbers);
      }
    }
    for (Step a : nodes) {
      for (Step b : nodes) {
        if (a.thread() == i && b.thread() == j && segments.dependent(a, b)) {
          builder.depend(numbers.get(a), numbers.get(b));
        }
      }
    }
    ConcurrentGraph graph = builder.build();
    List<Mat> found = GenMat.generate(graph, 0, 1);
    mats = found.size();
    TokenPassing tp = TokenPassing.of(graph, found);
    for (Step a : nodes) {
      for (Step b : nodes) {
        if (tp.allows(numbers.get(a), numbers.get(b))) {
          sources.get(b).add(a);
        }
      }
    }
  }

  /** Edges to a head from those before it, over heads that are not part of the graph. */
  private void connect(ConcurrentGraph.Builder builder, Step head, Map<Step, Integer> numbers) {
    int node = numbers.get(head);
    boolean isEntry = segments.isEntry(head);
    Set<Step> seen = new HashSet<>();
    List<Step> ahead = new ArrayList<>(segments.previous(head));
    while (!ahead.isEmpty()) {
      Step before = ahead.remove(ahead.size() - 1);
      if (!seen.add(before)) {
        continue;
      }
      if (numbers.containsKey(before)) {
        builder.edge(numbers.get(before), node);
      } else {
        isEntry |= segments.isEntry(before);
        ahead.addAll(segments.previous(before));
      }
    }
    if (isEntry) {
      builder.entry(node);
    }
    if (canBeLast(head, numbers)) {
      builder.last(node);
    }
  }

  /** Whether nothing of the graph need follow a head. */
  private boolean canBeLast(Step head, Map<Step, Integer> numbers) {
    if (segments.canBeLast(head)) {
      return true;
    }
    for (Step next : segments.heads()) {
      if (!numbers.containsKey(next)
          && segments.previous(next).contains(head)
          && canBeLast(next, numbers)) {
        return true;
      }
    }
    return false;
  }

  private void addForksAndJoins() {
    for (Step head : segments.heads()) {
      int thread = head.thread();
      if (thread > 0 && segments.isEntry(head)) {
        Step spawn = program.threads().get(thread).spawn();
        sources.get(head).addAll(segments.current(spawn));
      }
    }
    for (Step head : segments.heads()) {
      if (head.kind() == Step.Kind.JOIN) {
        for (Step other : segments.heads()) {
          if (other.thread() != head.thread() && segments.canBeLast(other)) {
            sources.get(head).add(other);
          }
        }
      }
    }
  }

  // ---- Any number of threads ----------------------------------------------------------------

  private void addLexicographic(boolean basic) {
    for (Step b : segments.heads()) {
      for (Step a : segments.heads()) {
        if (a.thread() == b.thread() || b.kind() == Step.Kind.START) {
          continue;
        }
        boolean areAccesses = segments.isSharedAccess(a) && segments.isSharedAccess(b);
        if (areAccesses && basic) {
          sources.get(b).add(a);
          pairs++;
        } else if (isNeeded(a, b)) {
          sources.get(b).add(a);
          pairs += areAccesses ? 1 : 0;
        }
      }
    }
  }

  private boolean isNeeded(Step a, Step b) {
    if (dependencies.happensBefore(b, a)) {
      return false;
    }
    Step spawn = program.threads().get(b.thread()).spawn();
    boolean starts = spawn != null && segments.current(spawn).contains(a);
    if (starts && !segments.isEntry(b)) {
      return false; // The thread has not begun when the one that starts it goes on to here.
    }
    return starts
        || a.thread() < b.thread()
        || segments.dependent(a, b)
        || (b.kind() == Step.Kind.JOIN && segments.canBeLast(a));
  }

  private int count() {
    return sources.values().stream().mapToInt(Set::size).sum();
  }

  // ---- The result ---------------------------------------------------------------------------

  /** The heads of the segments behind which the token can come to a head. */
  Set<Step> sources(Step head) {
    return sources.get(head);
  }

  /** How many pairs there are between accesses, without those of forks and joins. */
  int size() {
    return pairs;
  }

  /** How many mutually atomic transactions the pairs are from. */
  int mats() {
    return mats;
  }
}
