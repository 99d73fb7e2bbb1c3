"use strict";

/** With more steps than this on a line, the rest is only counted. */
const MARKS_PER_LINE = 6;

/** Source files with the steps marked in them. Tells which step is chosen. */
class SourceView {
  constructor(sources, rows, onChoice) {
    this.sources = sources;
    this.onChoice = onChoice;
    this.rowsOfLine = new Map();
    for (const row of rows) {
      const place = placeName(row.location);
      if (place) {
        this.rowsOfLine.set(place, [...(this.rowsOfLine.get(place) || []), row]);
      }
    }
    const files = [...new Set(rows.filter(row => row.location).map(row => row.location.file))];
    this.file = null;
    this.lines = element("ol", {class: "source"});
    this.scroller = element("div", {class: "scroller", tabindex: "0", role: "region",
      "aria-label": "source"}, this.lines);
    this.name = element("select", {"aria-label": "source file", onchange: () => this.show(this.name.value)},
      files.map(file => element("option", {value: file}, file)));
    this.panel = element("section", {class: "panel"},
      element("h3", {}, "Source ", files.length > 1 ? this.name : element("span", {class: "file"}, files[0] || "")),
      this.scroller);
    if (files.length > 0) {
      this.show(files[0]);
    }
  }

  show(file) {
    if (this.file === file) {
      return;
    }
    this.file = file;
    this.name.value = file;
    const text = this.sources[file];
    if (!text) {
      this.lines.replaceChildren(element("li", {class: "note"}, "This file is not part of the report."));
      return;
    }
    this.lines.replaceChildren(...text.map((line, i) => this.line(file, i + 1, line)));
  }

  line(file, number, text) {
    const rows = this.rowsOfLine.get(file + ":" + number) || [];
    const marks = rows.slice(0, MARKS_PER_LINE).map(row =>
      element("button", {
        type: "button",
        class: "mark " + threadStyle(row.thread) + (row.fails ? " fails" : ""),
        title: threadName(row.thread) + ": " + row.text,
        onclick: () => this.onChoice(row.position),
      }, row.number));
    if (rows.length > MARKS_PER_LINE) {
      marks.push(element("span", {class: "more"}, "+" + (rows.length - MARKS_PER_LINE)));
    }
    return element("li", {class: rows.some(row => row.fails) ? "fails" : null, "data-line": number},
      element("span", {class: "line-number"}, String(number)),
      element("code", {}, text),
      marks.length > 0 ? element("span", {class: "marks"}, marks) : null);
  }

  /** Shows the line of a row, without moving the page. */
  follow(row) {
    for (const marked of this.lines.querySelectorAll(".current")) {
      marked.classList.remove("current");
    }
    if (!row.location) {
      return;
    }
    this.show(row.location.file);
    const line = this.lines.querySelector(`[data-line="${row.location.line}"]`);
    if (line) {
      line.classList.add("current");
      const room = this.scroller.clientHeight;
      const top = line.offsetTop - this.lines.offsetTop;
      if (top < this.scroller.scrollTop + 40 || top > this.scroller.scrollTop + room - 60) {
        this.scroller.scrollTop = top - room / 2;
      }
    }
  }
}
