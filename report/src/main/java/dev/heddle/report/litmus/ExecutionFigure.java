package dev.heddle.report.litmus;

import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.BitMatrix;
import dev.heddle.model.axiomatic.CandidateExecution;
import dev.heddle.model.axiomatic.CandidateExecution.Base;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * An execution as it is drawn: its events in columns, and arrows with names. What follows from
 * other arrows is left out: program order and coherence go to the next event only.
 *
 * @param title the final state
 */
public record ExecutionFigure(String title, List<Event> events, List<Arrow> arrows) {
  /**
   * @param column 0 for initial writes, 1 for the first thread
   * @param row its place in the column
   */
  public record Event(String name, String text, int column, int row) {}

  public record Arrow(int from, int to, String relation) {}

  /** What the figure shows now of an execution; it does not change with it. */
  public static ExecutionFigure of(
      LitmusTest test, CandidateExecution execution, Map<String, BitMatrix> shown, long[] state) {
    int[] number = new int[execution.size()];
    List<Event> events = new ArrayList<>();
    Map<Integer, Integer> rows = new LinkedHashMap<>();
    int letters = 0;
    for (int event = 0; event < execution.size(); event++) {
      boolean initial = execution.kind(event) == CandidateExecution.Kind.INITIAL_WRITE;
      number[event] = -1;
      if (initial && execution.relation(Base.RF).next(event, -1) < 0) {
        continue; // nobody reads it
      }
      int column = execution.thread(event) + 1;
      int row = rows.merge(column, 1, Integer::sum) - 1;
      String name = initial ? "init(" + execution.location(event) + ")" : letter(letters++);
      number[event] = events.size();
      events.add(new Event(name, text(test, execution, event), column, row));
    }
    List<Arrow> arrows = new ArrayList<>();
    relations(execution, shown).forEach((name, relation) -> add(arrows, number, name, relation));
    return new ExecutionFigure(StateText.of(test, state), events, arrows);
  }

  private static Map<String, BitMatrix> relations(
      CandidateExecution execution, Map<String, BitMatrix> shown) {
    Map<String, BitMatrix> relations = new LinkedHashMap<>();
    relations.put("po", immediate(execution.relation(Base.PO)));
    relations.put("rf", execution.relation(Base.RF));
    BitMatrix co = immediate(execution.relation(Base.CO));
    relations.put("co", co);
    BitMatrix fr = BitMatrix.relation(execution.size());
    BitMatrix sources = BitMatrix.relation(execution.size());
    sources.inverse(execution.relation(Base.RF));
    fr.composition(sources, co);
    relations.put("fr", fr);
    for (Base base : List.of(Base.ADDR, Base.DATA, Base.CTRL, Base.AMO, Base.LXSX)) {
      boolean pair = base == Base.AMO || base == Base.LXSX;
      relations.merge(pair ? "rmw" : base.text(), execution.relation(base), ExecutionFigure::both);
    }
    shown.forEach(relations::putIfAbsent);
    return relations;
  }

  private static BitMatrix both(BitMatrix a, BitMatrix b) {
    BitMatrix result = BitMatrix.relation(a.size());
    result.union(a, b);
    return result;
  }

  /** The pairs that no third event comes between. */
  private static BitMatrix immediate(BitMatrix order) {
    BitMatrix twice = BitMatrix.relation(order.size());
    twice.composition(order, order);
    BitMatrix result = BitMatrix.relation(order.size());
    result.difference(order, twice);
    return result;
  }

  private static void add(List<Arrow> arrows, int[] number, String name, BitMatrix relation) {
    for (int from = 0; from < relation.size(); from++) {
      for (int to = relation.next(from, -1); to >= 0; to = relation.next(from, to)) {
        if (number[from] >= 0 && number[to] >= 0 && from != to) {
          arrows.add(new Arrow(number[from], number[to], name));
        }
      }
    }
  }

  private static String letter(int index) {
    String last = String.valueOf((char) ('a' + index % 26));
    return index < 26 ? last : letter(index / 26 - 1) + last;
  }

  private static String text(LitmusTest test, CandidateExecution execution, int event) {
    TreeSet<String> tags = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    tags.addAll(execution.tags(event));
    String kind =
        switch (execution.kind(event)) {
          case READ -> "R";
          case FENCE -> "F";
          default -> "W";
        };
    StringBuilder text = new StringBuilder(kind);
    tags.forEach(tag -> text.append('.').append(tag.toLowerCase(Locale.ROOT)));
    if (execution.location(event) != null) {
      text.append('[').append(execution.location(event)).append("]=");
      text.append(StateText.value(test, execution.value(event)));
    }
    return text.toString();
  }

  int columns() {
    return 1 + events.stream().mapToInt(Event::column).max().orElse(0);
  }

  int rows() {
    return 1 + events.stream().mapToInt(Event::row).max().orElse(0);
  }
}
