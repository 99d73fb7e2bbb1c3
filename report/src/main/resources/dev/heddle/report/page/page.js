"use strict";

/** The whole page: a summary of all inputs, and one violation at a time. */
class Page {
  constructor(root, data) {
    this.data = data;
    this.entries = data.results.flatMap(result =>
      (result.violations || []).map(violation => ({result, violation, view: null})));
    this.current = null;
    this.stage = element("main", {id: "stage"});
    root.replaceChildren(this.header(), this.summary(), this.stage, this.footer());
    this.listening = new AbortController();
    const {signal} = this.listening;
    document.addEventListener("keydown", event => this.key(event), {signal});
    window.addEventListener("beforeprint", () => this.showAll(), {signal});
    window.addEventListener("afterprint", () => this.showOne(), {signal});
    if (this.entries.length > 0) {
      this.choose(0, false);
    }
  }

  /** Listens to nothing any more, so that another page can take its place. */
  close() {
    this.listening.abort();
  }

  header() {
    const counts = new Map();
    for (const {verdict} of this.data.results) {
      counts.set(verdict, (counts.get(verdict) || 0) + 1);
    }
    return element("header", {class: "top"},
      element("h1", {}, "Heddle"),
      element("p", {}, [...counts].map(([verdict, count]) =>
        element("span", {class: "badge " + verdict}, count + " " + verdict))));
  }

  summary() {
    const rows = this.data.results.map(result => element("tr", {class: "input"},
      element("td", {}, element("span", {class: "badge " + result.verdict}, result.verdict)),
      element("th", {scope: "row"}, result.file),
      element("td", {class: "numeric"}, executionsText(result)),
      element("td", {}, (result.model || "").toUpperCase() + " · " + result.algorithm),
      element("td", {class: "numeric"}, result.seconds.total.toFixed(2) + " s"),
      element("td", {class: "why"}, this.why(result))));
    return element("section", {class: "panel summary"},
      element("div", {class: "scroller"}, element("table", {},
        element("thead", {}, element("tr", {},
          ["verdict", "input", "executions", "model", "time", ""].map(name =>
            element("th", {scope: "col"}, name)))),
        element("tbody", {}, rows))));
  }

  /** Links to violations, the reason of a verdict, warnings. */
  why(result) {
    const links = this.entries.map((entry, i) => ({entry, i}))
      .filter(({entry}) => entry.result === result)
      .map(({entry, i}) => {
        const {kind, location} = entry.violation;
        entry.link = element("button", {type: "button", class: "link", onclick: () => this.choose(i, true)},
          kind + (location ? " at line " + location.line : ""));
        return element("div", {}, entry.link);
      });
    return [
      links,
      result.reason ? element("div", {class: "reason"}, result.reason) : null,
      (result.warnings || []).map(warning => element("div", {class: "warning"}, "warning: " + warning)),
    ].flat();
  }

  footer() {
    return element("footer", {},
      element("p", {}, "↑ ↓ or k j: step back and on · Home End: first and last · PgUp PgDn: ten steps · p n: previous and next violation"),
      element("p", {}, "Heddle " + this.data.version));
  }

  viewOf(i) {
    const entry = this.entries[i];
    if (!entry.view) {
      entry.view = new ViolationView(entry.result, entry.violation, this.data.sources);
    }
    return entry.view;
  }

  choose(i, scroll) {
    this.current = i;
    this.entries.forEach((entry, at) => entry.link && entry.link.classList.toggle("current", at === i));
    const view = this.viewOf(i);
    this.stage.replaceChildren(view.panel);
    if (view.steps.current) {
      view.steps.draw();
    } else {
      view.start();
    }
    if (scroll) {
      this.stage.scrollIntoView();
    }
  }

  /** On paper there is nothing to choose. Arrows are drawn now, for tables that paper does not stretch. */
  showAll() {
    document.documentElement.classList.add("on-paper");
    const views = this.entries.map((entry, i) => this.viewOf(i));
    this.stage.replaceChildren(...views.map(view => view.panel));
    views.forEach(view => view.steps.current ? view.steps.draw() : view.start());
  }

  showOne() {
    document.documentElement.classList.remove("on-paper");
    if (this.current !== null) {
      this.choose(this.current, false);
    }
  }

  key(event) {
    const typing = event.target.closest && event.target.closest("textarea, select, input[type=text], input[type=number]");
    if (typing || event.altKey || event.ctrlKey || event.metaKey || this.current === null) {
      return;
    }
    const others = {n: 1, p: -1}[event.key];
    if (others !== undefined) {
      const count = this.entries.length;
      this.choose((this.current + others + count) % count, true);
      event.preventDefault();
    } else if (this.viewOf(this.current).key(event)) {
      event.preventDefault();
    }
  }
}

function executionsText(result) {
  const {complete, blocked} = result.executions;
  return complete.toLocaleString("en") + (blocked > 0 ? " (+" + blocked.toLocaleString("en") + " blocked)" : "");
}
