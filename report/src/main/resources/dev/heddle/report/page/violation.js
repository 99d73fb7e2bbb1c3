"use strict";

/** All about one violation: words, steps, source, values, graphs. */
class ViolationView {
  constructor({file}, violation, sources) {
    this.violation = violation;
    this.steps = new StepTable(violation, row => this.show(row));
    this.source = new SourceView(sources, this.steps.rows, position => this.steps.goTo(position));
    this.status = element("p", {class: "status", role: "status", "aria-live": "polite"});
    this.values = element("tbody");
    this.panel = element("article", {class: "violation"},
      this.head(file),
      this.controls(),
      element("div", {class: "columns" + (this.steps.threads.length > 2 ? " wide" : "")},
        element("section", {class: "panel main-panel"}, this.status, this.steps.scroller, this.legend()),
        element("div", {class: "side"}, this.source.panel, this.valuesPanel())),
      this.graphs(),
      this.output());
    this.observer = new ResizeObserver(() => this.steps.draw());
    this.observer.observe(this.steps.table);
  }

  head(file) {
    const {kind, message, location, stack, object, waits} = this.violation;
    const lines = [];
    if (stack && stack.length > 1 && !(waits && waits.length > 1)) {
      lines.push("in " + stack.map((frame, i) =>
        frame.function + (i > 0 && frame.location ? " at line " + frame.location.line : "")).join(", called by "));
    }
    if (object) {
      lines.push(object.name + " has " + quantity(object.bytes, "byte")
        + deed(", allocated", this.violation.allocatedAt) + deed(", freed", this.violation.freedAt));
    }
    return element("header", {},
      element("h2", {}, element("span", {class: "badge violation"}, kind), " ", message),
      element("p", {class: "place"}, placeName(location) || file, this.threadOf()),
      lines.map(line => element("p", {}, line)));
  }

  threadOf() {
    const {thread, waits} = this.violation;
    if (thread < 0 || (waits && waits.length > 1)) {
      return null;
    }
    return element("span", {class: "chip " + threadStyle(thread)}, thread === 0 ? "main thread" : threadName(thread));
  }

  controls() {
    const button = (label, name, steps) => element("button",
      {type: "button", title: name, onclick: () => this.steps.move(steps)}, label);
    const all = this.steps.rows.length;
    const check = (text, checked, change) => element("label", {},
      element("input", {type: "checkbox", checked, onchange: event => change(event.target.checked)}), " " + text);
    return element("div", {class: "controls"},
      element("span", {class: "buttons"},
        button("First", "first step (Home)", -all),
        button("Back", "step back (up, k)", -1),
        button("Next", "step on (down, j)", 1),
        button("Last", "last step (End)", all)),
      check("every step", this.steps.everyStep, every => this.steps.showEveryStep(every)),
      check("all arrows", this.steps.allArrows, every => this.steps.showAllArrows(every)));
  }

  legend() {
    const names = {rf: "reads from", sync: "synchronises with", co: "coherence order", fr: "is overwritten by"};
    const kinds = [...new Set(this.steps.arrows.map(arrow => arrow.kind))];
    return element("p", {class: "legend"}, kinds.map(kind =>
      element("span", {class: "key " + kind}, names[kind])));
  }

  valuesPanel() {
    return element("section", {class: "panel"},
      element("h3", {}, "Values after this step"),
      element("div", {class: "scroller values"}, element("table", {},
        element("thead", {}, element("tr", {},
          ["name", "value", "written by"].map(name => element("th", {scope: "col"}, name)))),
        this.values)));
  }

  graphs() {
    const {waits, weakness} = this.violation;
    const graphs = [];
    if (waits && waits.length > 0) {
      graphs.push(element("section", {class: "panel"}, element("h3", {}, "Who waits for whom"),
        element("div", {class: "scroller"}, waitsForGraph(this.violation)),
        element("ul", {}, waits.map(wait => element("li", {}, waitText(wait))))));
    }
    if (weakness) {
      graphs.push(element("section", {class: "panel weakness"},
        element("h3", {}, "Why no interleaving does this"),
        weakness.cycle.length > 0
          ? element("div", {class: "scroller"}, cycleGraph(this.violation))
          : null,
        weakness.text.map(sentence => element("p", {}, sentence))));
    }
    return graphs;
  }

  output() {
    return this.violation.output
      ? element("section", {class: "panel"}, element("h3", {}, "Output of the program"),
        element("pre", {}, this.violation.output))
      : null;
  }

  /** Shows everything about a row. */
  show(row) {
    const total = this.steps.rows.length;
    const details = [
      "Step " + (row.position + 1) + " of " + total + ", " + threadName(row.thread) + ": " + row.text];
    if (row.step && row.step.order) {
      details.push("order " + row.step.order);
    }
    if (row.stale) {
      details.push("stale: the write of #" + (row.unseen + 1) + " was not seen");
    }
    if (row.races) {
      details.push("races with #" + (row.rival + 1));
    }
    this.status.textContent = details.join("; ");
    this.source.follow(row);
    const values = valuesAfter(this.violation, row.step ? row.position + 1 : this.violation.trace.length);
    this.values.replaceChildren(...[...values].map(([name, {value, by, changed}]) =>
      element("tr", {class: changed ? "changed" : null},
        element("th", {scope: "row"}, name),
        element("td", {}, value),
        element("td", {}, by < 0 ? "init" : element("button",
          {type: "button", class: "link", onclick: () => this.steps.goTo(by)}, "#" + (by + 1))))));
  }

  /** Begins at what goes wrong: that is what one wants to know first. */
  start() {
    this.steps.move(this.steps.rows.length);
  }

  key(event) {
    const all = this.steps.rows.length;
    const steps = {ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10, Home: -all, End: all}[event.key];
    if (steps === undefined) {
      return false;
    }
    this.steps.move(steps);
    return true;
  }
}

function deed(words, done) {
  return done ? words + (done.location ? " at line " + done.location.line : "") + " by " + threadName(done.thread) : "";
}

function waitText(wait) {
  let text = threadName(wait.thread) + " waits for " + wait.target;
  text += wait.location ? " at line " + wait.location.line : "";
  if (wait.heldSince) {
    text += ", held by " + threadName(wait.holder) + " since line " + wait.heldSince.line;
  }
  return text;
}
