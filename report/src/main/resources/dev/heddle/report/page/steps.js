"use strict";

/** Rows of a table have one height, so that arrows need not ask where each row is. */
const ROW_HEIGHT = 28;

/** With more steps than this, those that do not matter are folded at first. */
const FEW_STEPS = 30;

/** With more arrows than this, only those of the current step are drawn at first. */
const FEW_ARROWS = 40;

/** The table of steps, one column per thread, with arrows over it. Tells which step is chosen. */
class StepTable {
  constructor(violation, onChoice) {
    this.violation = violation;
    this.onChoice = onChoice;
    this.rows = rowsOf(violation);
    this.arrows = arrowsOf(violation);
    this.threads = [...new Set(this.rows.map(row => row.thread))].sort((a, b) => a - b);
    this.unfolded = new Set();
    this.everyStep = this.rows.length <= FEW_STEPS || !this.rows.some(row => !row.matters);
    this.allArrows = this.arrows.length <= FEW_ARROWS;
    this.current = null;
    this.body = element("tbody");
    this.drawing = shape("svg", {class: "arrows", "aria-hidden": "true"});
    const width = this.threads.length < 3 ? "" : this.threads.length < 5 ? " several" : " many";
    this.table = element("table", {class: "steps" + width},
      element("caption", {class: "hidden"}, "The steps of the execution, in time order"),
      element("thead", {}, element("tr", {},
        element("th", {scope: "col", class: "number"}, "#"),
        this.threads.map(thread => this.heading(thread)),
        element("th", {scope: "col", class: "line"}, "line"))),
      this.body);
    this.scroller = element("div", {class: "scroller", tabindex: "0", role: "region",
      "aria-label": "steps"}, element("div", {class: "canvas"}, this.table, this.drawing));
    this.build();
  }

  heading(thread) {
    const runs = this.violation.threads && this.violation.threads[thread];
    return element("th", {scope: "col", class: threadStyle(thread)},
      threadName(thread) + (thread > 0 && runs ? ": " + runs : ""));
  }

  /** Makes the rows anew, folded or not. */
  build() {
    this.shown = [];
    const lines = [];
    for (let i = 0; i < this.rows.length; ) {
      let end = i;
      while (end < this.rows.length && !this.isShown(end)) {
        end++;
      }
      if (end - i > 1) {
        lines.push(this.foldLine(i, end));
        i = end;
      } else {
        lines.push(this.stepLine(this.rows[i]));
        i++;
      }
    }
    this.body.replaceChildren(...lines);
    this.mark();
  }

  isShown(i) {
    return this.everyStep || this.rows[i].matters || this.unfolded.has(i);
  }

  foldLine(from, to) {
    const unfold = () => {
      for (let i = from; i < to; i++) {
        this.unfolded.add(i);
      }
      this.build();
      this.choose(this.rows[from]);
    };
    this.shown.push(null);
    return element("tr", {class: "fold"}, element("td", {colspan: this.threads.length + 2},
      element("button", {type: "button", onclick: unfold},
        "… " + quantity(to - from, "step"), element("span", {class: "hidden"}, ": show them"))));
  }

  stepLine(row) {
    row.line = this.shown.push(row) - 1;
    row.what = element("span", {class: "what", title: row.text}, row.text);
    const cells = this.threads.map(thread => thread === row.thread
      ? element("td", {class: threadStyle(thread)}, row.what)
      : element("td"));
    const styles = ["step"];
    ["fails", "races", "stale"].forEach(kind => row[kind] && styles.push(kind));
    if (!row.matters) {
      styles.push("aside");
    }
    row.element = element("tr", {class: styles.join(" "), onclick: () => this.choose(row)},
      element("th", {scope: "row", class: "number"}, row.number),
      cells,
      element("td", {class: "line"}, row.location ? String(row.location.line) : ""));
    return row.element;
  }

  /** Steps that can be chosen, in order. */
  choices() {
    return this.shown.filter(row => row !== null);
  }

  choose(row) {
    this.current = row;
    this.mark();
    this.scrollTo(row);
    this.onChoice(row);
  }

  /** Goes so many steps on, or back, as far as there are. */
  move(steps) {
    const choices = this.choices();
    const at = choices.indexOf(this.current);
    const next = Math.max(0, Math.min(choices.length - 1, at + steps));
    if (choices.length > 0) {
      this.choose(choices[next]);
    }
  }

  goTo(position) {
    const row = this.rows[position];
    if (row && !this.isShown(position)) {
      this.unfolded.add(position);
      this.build();
    }
    if (row) {
      this.choose(row);
    }
  }

  showEveryStep(every) {
    this.everyStep = every;
    this.unfolded.clear();
    this.build();
    if (this.current && this.shown.includes(this.current)) {
      this.scrollTo(this.current);
    } else {
      this.move(0);
    }
  }

  showAllArrows(all) {
    this.allArrows = all;
    this.draw();
  }

  mark() {
    for (const marked of this.body.querySelectorAll(".current")) {
      marked.classList.remove("current");
      marked.removeAttribute("aria-current");
    }
    if (this.current && this.current.element) {
      this.current.element.classList.add("current");
      this.current.element.setAttribute("aria-current", "step");
    }
    this.draw();
  }

  scrollTo(row) {
    const top = row.line * ROW_HEIGHT;
    const room = this.scroller.clientHeight - 2 * ROW_HEIGHT;
    if (top < this.scroller.scrollTop) {
      this.scroller.scrollTop = top;
    } else if (top > this.scroller.scrollTop + room - ROW_HEIGHT) {
      this.scroller.scrollTop = top - room + ROW_HEIGHT;
    }
    // The first and the last column stay where they are.
    const headings = this.table.tHead.rows[0].cells;
    const before = headings[0].offsetWidth + 8;
    const behind = headings[headings.length - 1].offsetWidth + 8;
    const {left, right} = this.extent(row);
    if (left < this.scroller.scrollLeft + before) {
      this.scroller.scrollLeft = left - before;
    } else if (right > this.scroller.scrollLeft + this.scroller.clientWidth - behind) {
      this.scroller.scrollLeft = Math.min(left - before, right - this.scroller.clientWidth + behind);
    }
  }

  /** Where the text of a row begins and ends. */
  extent(row) {
    const left = row.what.parentElement.offsetLeft + row.what.offsetLeft;
    return {left, right: left + row.what.offsetWidth};
  }

  /** Draws arrows between the rows that are shown. */
  draw() {
    const head = this.table.tHead ? this.table.tHead.rows[0] : null;
    if (!head || head.offsetHeight === 0) {
      return; // Not on the screen yet.
    }
    const top = head.offsetHeight;
    const current = this.current ? this.current.position : -1;
    const shapes = this.arrows
      .filter(arrow => this.isDrawn(arrow, current))
      .map(arrow => this.arrowShape(arrow, top, current));
    this.drawing.setAttribute("width", this.table.offsetWidth);
    this.drawing.setAttribute("height", this.table.offsetHeight);
    this.drawing.replaceChildren(markers(), ...shapes);
  }

  isDrawn(arrow, current) {
    const shown = this.isShown(arrow.from) && this.isShown(arrow.to);
    return shown && (this.allArrows || arrow.from === current || arrow.to === current);
  }

  arrowShape(arrow, top, current) {
    const from = this.rows[arrow.from];
    const to = this.rows[arrow.to];
    const source = this.extent(from);
    const target = this.extent(to);
    const y1 = top + (from.line + 0.5) * ROW_HEIGHT + 4;
    const y2 = top + (to.line + 0.5) * ROW_HEIGHT - 4;
    const rightwards = from.thread < to.thread;
    const same = from.thread === to.thread;
    const x1 = rightwards || same ? source.right + 1 : source.left - 1;
    const x2 = rightwards ? target.left - 1 : target.right + 1;
    const bend = same ? Math.min(40, 14 + Math.abs(to.line - from.line) * 2) : 30;
    const c1 = x1 + (rightwards || same ? bend : -bend);
    const c2 = x2 + (rightwards ? -bend : bend);
    const strong = arrow.from === current || arrow.to === current;
    return shape("path", {
      d: `M${x1} ${y1}C${c1} ${y1} ${c2} ${y2} ${x2} ${y2}`,
      class: "arrow " + arrow.kind + (strong ? " strong" : ""),
      "marker-end": "url(#tip-" + arrow.kind + ")",
    });
  }
}
