package dev.heddle.execution;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * An execution that ends with two accesses that race: all that two such accesses of another
 * execution need, and then these two. What they do not need is left out, so that nothing reads
 * anything else than before.
 */
public final class RaceWitness {
  private final Machine machine;
  private final int second;

  /** The thread of the second access. */
  private final int thread;

  /** The thread of the first access, if both go on waiting, or -1. */
  private final int waiting;

  private final String text;
  private final BitSet needed = new BitSet();

  /**
   * @param races has just found the race
   * @param second the place of the second access; behind the last event, it is a read of a thread
   *     that goes on waiting
   */
  public RaceWitness(Machine machine, DataRaces races, int second) {
    this.machine = machine;
    this.second = second;
    this.thread = races.thread(second);
    this.waiting = races.waitingPartner();
    if (waiting >= 0) {
      this.text = races.textOfLooks();
      addLastOf(waiting, second);
    } else {
      int first = races.partner();
      this.text = races.text(first);
      needed.set(first);
    }
    if (second < machine.length()) {
      needed.set(second);
    } else {
      addLastOf(thread, second);
    }
    for (int place = needed.length() - 1; place >= 0; place = needed.previousSetBit(place - 1)) {
      addNeedsOf(place);
    }
  }

  /** Where the second access is in the source. */
  public Location location() {
    EventDescription description = new EventDescription(machine);
    return second < machine.length()
        ? description.locationOf(machine.event(second))
        : description.locationOf(machine.current(thread));
  }

  private void addNeedsOf(int place) {
    int event = machine.event(place);
    addLastOf(machine.thread(event), place);
    int joined = machine.joinedBy(event);
    if (joined >= 0) {
      addLastOf(joined, place);
    }
    long footprint = machine.footprint(event);
    boolean reads =
        OperationSemantics.reads(machine.operation(event)) && !Footprint.adds(footprint);
    if (Footprint.isSection(footprint)
        || machine.isInSection(event)
        || machine.freedBy(event) >= 0) {
      needed.set(0, endOfSection(place));
    } else if (Footprint.touches(footprint) && !Footprint.isRange(footprint) && reads) {
      addSources(place, footprint);
    }
  }

  /** The place behind all that happens at once with the event at a place. */
  private int endOfSection(int place) {
    int t = machine.thread(machine.event(place));
    int end = place + 1;
    while (end < second
        && machine.thread(machine.event(end)) == t
        && machine.isInSection(machine.event(end))) {
      end++;
    }
    return end;
  }

  /** The latest event of a thread in front of a place is needed, or that which started it. */
  private void addLastOf(int thread, int place) {
    for (int p = place - 1; p >= 0; p--) {
      if (machine.thread(machine.event(p)) == thread) {
        needed.set(p);
        return;
      }
    }
    if (machine.spawnedBy(thread) >= 0) {
      needed.set(machine.place(machine.spawnedBy(thread)));
    }
  }

  private void addSources(int place, long footprint) {
    int missing = Footprint.mask(footprint);
    for (int p = place - 1; p >= 0 && missing != 0; p--) {
      long write = machine.footprint(machine.event(p));
      if (!Footprint.writes(write) || !Footprint.conflict(Footprint.asRead(footprint), write)) {
        continue;
      }
      needed.set(p);
      int shift = 8 * (Footprint.word(footprint) - Footprint.word(write));
      int covered = shift >= 0 ? Footprint.mask(write) >>> shift : Footprint.mask(write) << -shift;
      missing &= Footprint.adds(write) ? -1 : ~covered;
    }
  }

  /** All that can be told without running the execution. */
  public Violation report() {
    EventDescription description = new EventDescription(machine);
    int[] places = needed.stream().toArray();
    List<Violation.Step> trace = new ArrayList<>();
    for (int place : places) {
      int event = machine.event(place);
      trace.add(
          new Violation.Step(
              machine.thread(event),
              description.operation(event),
              description.target(event),
              description.value(event),
              Violation.NOTHING,
              description.locationOf(event)));
    }
    return new Violation(
        FailureKind.DATA_RACE,
        text,
        location(),
        thread,
        trace,
        "",
        List.of(),
        null,
        List.of(),
        List.of(),
        List.of(),
        schedule(places));
  }

  /** In the program as it is written, a thread that waits reads again and again. */
  private List<Choice> schedule(int[] places) {
    List<Choice> schedule = ReplaySchedule.of(machine, places);
    int[] numbers = ReplaySchedule.numbers(machine, places);
    if (waiting >= 0) {
      schedule.add(new Choice(numbers[waiting], 0));
    }
    if (second == machine.length()) {
      schedule.add(new Choice(numbers[thread], 0));
    }
    return schedule;
  }
}
