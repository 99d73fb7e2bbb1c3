package dev.heddle.explore.rsmc;

import dev.heddle.model.axiomatic.SearchStoppedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * RSMC, figure 7 of "Stateless Model Checking for POWER": explores every trace that the execution
 * model can reach, and under POWER none twice (theorems 4 and 5).
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>The recursion is a stack of {@link CommitFrame}s, and DetectRace comes before the places of
 *       a store are tried: the run and the state are the same.
 *   <li>P[e] is the length of the run, and P and Q belong to the frame in which Explore chose e. A
 *       load that Traverse committed on the way to another one has no frame; its races are found
 *       where the way was made.
 *   <li>A load that waits, or that is half of an atomic pair whose other half follows, is not in
 *       the paper. It reads only from what ends the waiting, and not from what another pair is
 *       behind. As the model is not free of deadlocks then, races of the store that would follow
 *       are looked for although it cannot be committed here.
 *   <li>A store that no place fits, which only atomic pairs can cause, does not end the run: other
 *       stores can still be in races. What is reached so counts as blocked.
 *   <li>Where the commit-before function lets loads read ahead of stores of their thread, they do
 *       so in Traverse alone.
 * </ol>
 *
 * <p>Symbols: τ → {@link CommitState#run}, Q[e] → {@link CommitFrame#templates}, explored → {@link
 * CommitFrame#traversed}.
 */
final class RelaxedExploration {
  private static final int NO_FRAME = -1;

  /** Told of each run, while the state is what it came to. */
  interface Visitor {
    /** No event is enabled any more; false if the run could not become complete. */
    boolean ended(CommitState state);

    /** A continuation cannot be followed to its end. */
    default void refused() {}
  }

  private final CommitState state;
  private final CommitModel model;
  private final Visitor visitor;
  private final BooleanSupplier stopped;
  private final List<CommitFrame> frames = new ArrayList<>();
  private int top = -1;

  /** The frame in which Explore chose an event, or {@link #NO_FRAME}. */
  private int[] frameOf = new int[64];

  private int[] scratch = new int[64];
  private long runs;
  private long blocked;
  private final SubtreeSizes sizes = new SubtreeSizes();
  private double expectedRuns;
  private long nextExpectation;
  private long held;
  private long mostHeld;

  RelaxedExploration(
      CommitState state, CommitModel model, Visitor visitor, BooleanSupplier stopped) {
    this.state = state;
    this.model = model;
    this.visitor = visitor;
    this.stopped = stopped;
  }

  /** Explore(⟨⟩, σ₀). */
  void run() {
    state.start(model);
    explore();
    while (top >= 0) {
      if (stopped.getAsBoolean()) {
        throw new SearchStoppedException();
      }
      CommitFrame frame = frames.get(top);
      if (frame.applied) {
        state.undo();
        frame.applied = false;
      }
      noteSize(frame);
      if (applyNext(frame)) {
        frame.applied = true;
        follow(frame);
      } else if (frame.template == null && frame.traversed < frame.templates.size()) {
        // Lines 15-19: handle R -> W races.
        frameOf[frame.event] = top;
        traverse(frame.templates.get(frame.traversed++), 0);
      } else {
        pop(frame);
      }
    }
  }

  /** One branch of a frame is over, if one has begun, and another begins. */
  private void noteSize(CommitFrame frame) {
    if (frame.template == null && runs > frame.runsBefore) {
      sizes.add(frame.events(frame.traversed - 1), runs - frame.runsBefore);
    }
    frame.runsBefore = runs;
  }

  /** Runs that could not become complete. */
  long blocked() {
    return blocked;
  }

  /**
   * The share of the search that is over with the current run, if what is left is as expected. What
   * is expected is found again whenever the runs have grown by a hundredth.
   */
  double explored() {
    if (runs >= nextExpectation) {
      expectedRuns = runs + left();
      nextExpectation = runs + 1 + runs / 100;
    }
    return Math.min(1, runs / expectedRuns);
  }

  /** How many runs are probably behind the branches that are to come. */
  private double left() {
    double growth = sizes.growth();
    double left = 0;
    for (int i = top; i >= 0; i--) {
      CommitFrame frame = frames.get(i);
      double current = runs - frame.runsBefore + left;
      int events = frame.events(frame.traversed - 1);
      left += frame.pending * sizes.expected(frame.events(-1), current);
      for (int at = frame.traversed; at < frame.templates.size(); at++) {
        double less = Math.pow(growth, events - frame.events(at));
        left += sizes.expected(frame.events(at), current * less);
      }
    }
    return left;
  }

  /** The largest number of continuations that all sets Q held at one time. */
  long mostTemplates() {
    return mostHeld;
  }

  // Explore

  /** Lines 2-11: chooses an enabled event; without one, the run has ended. */
  private void explore() {
    int event = choose();
    if (event < 0) {
      proposeWaiting();
      runs++;
      if (!visitor.ended(state)) {
        blocked++;
      }
      return;
    }
    CommitFrame frame = push(event, null, 0);
    if (state.isStore(event)) {
      detectRace(event, FetchPoint.NONE);
    }
    tryParameters(frame);
    frameOf[event] = top;
  }

  /**
   * Choices first, then stores: a load that comes late has more to read from, and fewer races. A
   * store that completes an atomic pair comes at once. Loads that may have to wait come last, and
   * only when they need not.
   */
  private int choose() {
    int store = -1;
    int load = -1;
    for (int event = state.nextOpen(0); event >= 0; event = state.nextOpen(event + 1)) {
      if (state.isEnabled(event) && !couldForward(event)) {
        switch (state.kind(event)) {
          case CHOICE -> {
            return event;
          }
          case STORE -> {
            if (state.partner(event) != FetchPoint.NONE) {
              return event;
            }
            store = store < 0 ? event : store;
          }
          case LOAD -> {
            if (state.condition(event) == null) {
              load = load < 0 ? event : load;
            }
          }
        }
      }
    }
    return store >= 0 ? store : load >= 0 ? load : chooseWaiting();
  }

  /** The first load that need not wait, where only loads are left that may have to. */
  private int chooseWaiting() {
    for (int event = state.nextOpen(0); event >= 0; event = state.nextOpen(event + 1)) {
      if (state.isEnabled(event) && !couldForward(event) && hasSource(event)) {
        return event;
      }
    }
    return -1;
  }

  /**
   * Whether the store of its thread that a load could read ahead of is still to come. Explore lets
   * the store come first: then the load can choose. Only what must come before that store makes it
   * read ahead, and such a run is a race, which Traverse follows.
   */
  private boolean couldForward(int event) {
    if (!state.cb().forwards() || !state.isLoad(event)) {
      return false;
    }
    int own = state.ownStoreBefore(event);
    return own != FetchPoint.NONE && !state.isCommitted(own);
  }

  private boolean hasSource(int load) {
    int last = state.coherence().count(state.location(load)) - 1;
    model.turnTo(load);
    for (int at = last; at >= -1; at--) {
      int source = state.coherence().store(state.location(load), at);
      if (isPossible(load, source)
          && !isTaken(load, source)
          && ((at == last && model.admitsLastSource()) || model.admitsSource(source))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a load that may have to wait need not do so with what a source wrote. */
  private boolean isPossible(int load, int source) {
    LoadCondition condition = state.condition(load);
    return condition == null
        || condition.isPossible(
            state.content(state.location(load), source), source == CommitState.INITIAL);
  }

  /** Whether the load is half of an atomic pair, and another pair is behind that source. */
  private boolean isTaken(int load, int source) {
    LoadCondition condition = state.condition(load);
    int where = state.location(load);
    return condition != null
        && condition.writes(state.content(where, source))
        && state.consumer(where, source) != FetchPoint.NONE;
  }

  private CommitFrame push(int event, RunTemplate template, int at) {
    if (++top == frames.size()) {
      frames.add(new CommitFrame());
    }
    reserve();
    CommitFrame frame = frames.get(top);
    frame.event = event;
    frame.prefix = state.length();
    frame.runsBefore = runs;
    frame.template = template;
    frame.at = at;
    frame.applied = false;
    frame.admittedAny = false;
    frame.pending = 0;
    frame.traversed = 0;
    frame.next =
        state.kind(event) == CommitState.Kind.CHOICE
            ? state.ways(event) - 1
            : state.coherence().count(state.location(event));
    state.prepare(event);
    return frame;
  }

  private void reserve() {
    if (state.size() > frameOf.length) {
      frameOf = Arrays.copyOf(frameOf, 2 * state.size());
      scratch = new int[frameOf.length];
    }
  }

  private void pop(CommitFrame frame) {
    held -= frame.templates.size();
    frame.templates.clear();
    frame.known.clear();
    frame.template = null;
    top--;
  }

  /**
   * Finds the parameters that the model admits. The last is the first to be committed, and so the
   * model is turned to it last.
   */
  private void tryParameters(CommitFrame frame) {
    int event = frame.event;
    turnTo(event);
    frame.admit(parameter -> isAdmitted(event, committed(event, parameter)));
  }

  private void turnTo(int event) {
    if (state.kind(event) != CommitState.Kind.CHOICE) {
      model.turnTo(event);
    }
  }

  /** What an event is committed with, for a parameter that is counted from 0. */
  private int committed(int event, int parameter) {
    return state.isLoad(event)
        ? state.coherence().store(state.location(event), parameter - 1)
        : parameter;
  }

  /** Lines 5 and 12: commits the event of a frame with its next parameter. */
  private boolean applyNext(CommitFrame frame) {
    if (frame.template != null && frame.template.parameter(state, frame.at) != RunTemplate.ANY) {
      return applyFixed(frame);
    }
    int event = frame.event;
    while (frame.next >= 0) {
      int parameter = frame.next--;
      if (frame.admits(parameter)) {
        int with = committed(event, parameter);
        if (state.isLoad(event) && parameter < state.coherence().count(state.location(event))) {
          model.turnTo(event);
          model.admitsSource(with);
        }
        frame.admittedAny = true;
        frame.pending--;
        state.commit(event, with);
        return true;
      }
    }
    if (!frame.admittedAny) {
      frame.admittedAny = true;
      if (frame.template == null) {
        state.block(event);
        return true;
      }
      refuse();
    }
    return false;
  }

  private void refuse() {
    runs++;
    blocked++;
    visitor.refused();
  }

  /** Lines 11-14 of Traverse. */
  private boolean applyFixed(CommitFrame frame) {
    if (frame.admittedAny) {
      return false;
    }
    frame.admittedAny = true;
    int parameter = frame.template.parameter(state, frame.at);
    turnTo(frame.event);
    if (!isAdmitted(frame.event, parameter)) {
      assert frame.at == frame.template.length() - 1 : "only the last load can be refused";
      refuse();
      return false;
    }
    state.commit(frame.event, parameter);
    return true;
  }

  /**
   * Whether an event that the model is turned to may be committed so. Where only another atomic
   * pair keeps a load from a source, its store would be in races: {@link #propose} finds these.
   */
  private boolean isAdmitted(int event, int with) {
    return switch (state.kind(event)) {
      case CHOICE -> true;
      case STORE -> model.admitsPlace(with);
      case LOAD ->
          isPossible(event, with)
              && model.admitsSource(with)
              && !(isTaken(event, with) && propose(event, with));
    };
  }

  /**
   * Finds the races of a store whose load cannot read from a source because another atomic pair
   * does; without that pair, it could.
   *
   * @return false if the store does not follow at once, so that the load may go ahead
   */
  private boolean propose(int load, int source) {
    int rival = state.consumer(state.location(load), source);
    state.commit(load, source);
    frameOf[load] = NO_FRAME;
    int choice = state.pairedChoice(load);
    boolean follows = choice >= 0 || proposeStore(load, rival);
    for (int way = choice < 0 ? -1 : state.ways(choice) - 1; way >= 0; way--) {
      state.prepare(choice);
      state.commit(choice, way);
      follows &= proposeStore(load, rival);
      state.undo();
    }
    state.undo();
    model.turnTo(load);
    return follows;
  }

  private boolean proposeStore(int load, int rival) {
    int store = state.pairedStore(load);
    boolean follows = store >= 0 && state.isEnabled(store);
    if (follows) {
      reserve();
      state.prepare(store);
      detectRace(store, rival);
    }
    return follows;
  }

  /** The run ends with loads that wait: their stores, if they had some, would be in races, too. */
  private void proposeWaiting() {
    for (int event = 0; event < state.size(); event++) {
      if (state.isLoad(event) && state.condition(event) != null && state.isEnabled(event)) {
        state.prepare(event);
        model.turnTo(event);
        for (int at = state.coherence().count(state.location(event)) - 1; at >= -1; at--) {
          isAdmitted(event, state.coherence().store(state.location(event), at));
        }
      }
    }
  }

  /** Lines 6 and 13, and 9 and 12 of Traverse: goes on with the run as it is now. */
  private void follow(CommitFrame frame) {
    if (frame.template != null && frame.at + 1 < frame.template.length()) {
      traverse(frame.template, frame.at + 1);
    } else {
      explore();
    }
  }

  // DetectRace

  /**
   * Lines 1-6, for a store that is enabled.
   *
   * @param rival a load that must not come before the store, or -1
   */
  private void detectRace(int store, int rival) {
    int location = state.location(store);
    EventRows accesses = state.coherence().accesses();
    for (int load = accesses.next(location, 0);
        load >= 0;
        load = accesses.next(location, load + 1)) {
      if (state.isLoad(load)
          && frameOf[load] != NO_FRAME
          && !state.commitBefore().has(store, load)) {
        CommitFrame frame = frames.get(frameOf[load]);
        if (rival != FetchPoint.NONE
            && (state.depth(rival) < frame.prefix || state.commitBefore().has(store, rival))) {
          continue;
        }
        boolean mustWait = mustWait(load, store);
        if (mustWait && load != rival) {
          continue;
        }
        RunTemplate template =
            RunTemplate.of(state, frame.prefix, store, mustWait ? FetchPoint.NONE : load, scratch);
        if (frame.known.add(template)) {
          frame.templates.add(template);
          mostHeld = Math.max(mostHeld, ++held);
        }
      }
    }
  }

  /**
   * Whether a load that may have to wait must do so with what a store writes, as a lock that
   * another thread takes first. Then it comes when it can.
   */
  private boolean mustWait(int load, int store) {
    LoadCondition condition = state.condition(load);
    return condition != null && !condition.isPossible(state.written(store), false);
  }

  // Traverse

  /** Lines 1-10: turns to one event of a continuation. */
  private void traverse(RunTemplate template, int at) {
    int event = template.event(state, at);
    assert state.isEnabled(event) : "a continuation is closed under commit-before";
    CommitFrame frame = push(event, template, at);
    if (at < template.length() - 1) {
      frameOf[event] = NO_FRAME;
    }
    if (template.parameter(state, at) == RunTemplate.ANY) {
      tryParameters(frame);
    }
  }
}
