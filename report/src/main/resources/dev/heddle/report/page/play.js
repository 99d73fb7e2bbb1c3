"use strict";

/** A page to write programs on and to check them. */
class Playground {
  constructor(root, setup) {
    this.setup = setup;
    this.job = null;
    this.page = null;
    const option = value => element("option", {value}, value);
    this.sample = element("select", {onchange: () => this.load()},
      element("option", {value: ""}, "my own program"),
      Object.keys(setup.samples).map(option));
    this.model = element("select", {}, setup.models.map(option));
    this.algorithm = element("select", {}, setup.algorithms.map(option));
    this.language = element("select", {}, element("option", {value: "c"}, "C"), element("option", {value: "cpp"}, "C++"));
    this.unroll = element("input", {type: "number", min: 1, max: 1000, placeholder: "no bound"});
    this.keepGoing = element("input", {type: "checkbox"});
    this.liveness = element("input", {type: "checkbox"});
    this.program = element("textarea", {
      rows: 24, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": "program",
      oninput: () => { this.sample.value = ""; },
    });
    this.start = element("button", {type: "button", class: "go", onclick: () => this.run()}, "Check (Ctrl+Enter)");
    this.stop = element("button", {type: "button", disabled: true, onclick: () => this.end()}, "Stop");
    this.status = element("p", {class: "status", role: "status", "aria-live": "polite"});
    this.result = element("div", {class: "result"});
    root.replaceChildren(
      element("header", {class: "top"}, element("h1", {}, "Heddle"), element("p", {}, "checks of concurrent programs, on this machine")),
      element("section", {class: "panel play"},
        element("div", {class: "choices"},
          label("program", this.sample), label("language", this.language), label("model", this.model),
          label("algorithm", this.algorithm), label("loop bound", this.unroll),
          label("all violations", this.keepGoing), label("check liveness", this.liveness)),
        this.program,
        element("div", {class: "controls"}, this.start, this.stop, this.status)),
      this.result);
    document.addEventListener("keydown", event => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.run();
      }
    });
    this.sample.value = Object.keys(setup.samples)[0] || "";
    this.load();
  }

  load() {
    if (this.sample.value) {
      const name = this.sample.value;
      this.program.value = this.setup.samples[name];
      this.language.value = /\.c$/.test(name) ? "c" : "cpp";
      const unroll = / unroll=(\d+)/.exec(this.program.value.split("\n")[0]);
      this.unroll.value = unroll ? unroll[1] : "";
    }
  }

  ask(method, path, parameters, body) {
    const query = new URLSearchParams(parameters).toString();
    return fetch(path + (query ? "?" + query : ""), {
      method,
      body,
      cache: "no-store",
      headers: {"X-Heddle-Token": this.setup.token, ...(body === undefined ? {} : {"Content-Type": "text/plain"})},
    });
  }

  async run() {
    if (this.job !== null) {
      return;
    }
    const parameters = {model: this.model.value, algorithm: this.algorithm.value, language: this.language.value};
    if (this.unroll.value) {
      parameters.unroll = this.unroll.value;
    }
    if (this.keepGoing.checked) {
      parameters["keep-going"] = "1";
    }
    if (this.liveness.checked) {
      parameters["check-liveness"] = "1";
    }
    const text = this.program.value;
    this.job = "";
    this.working(true);
    this.status.textContent = "starting";
    try {
      const answer = await this.ask("POST", "run", parameters, text);
      if (!answer.ok) {
        throw new Error(await answer.text());
      }
      this.job = await answer.text();
      this.show(await this.follow(), text);
    } catch (problem) {
      this.status.textContent = "";
      this.result.replaceChildren(element("p", {class: "problem panel", role: "alert"}, problem.message));
    } finally {
      this.job = null;
      this.working(false);
    }
  }

  /** Asks how the check stands until it has ended, and gives its result. */
  async follow() {
    for (;;) {
      const answer = await this.ask("GET", "job", {id: this.job});
      const text = await answer.text();
      const state = text.slice(0, text.indexOf("\n"));
      const rest = text.slice(text.indexOf("\n") + 1);
      if (!answer.ok) {
        throw new Error(text);
      }
      if (state === "done") {
        return JSON.parse(rest);
      }
      if (state === "failed") {
        throw new Error(rest);
      }
      if (rest) {
        this.status.textContent = progressText(JSON.parse(rest));
      }
      await new Promise(resolve => setTimeout(resolve, 200));
    }
  }

  end() {
    if (this.job) {
      this.ask("POST", "stop", {id: this.job});
    }
  }

  working(working) {
    this.start.disabled = working;
    this.stop.disabled = !working;
  }

  show(result, text) {
    this.status.textContent = "";
    if (this.page) {
      this.page.close();
    }
    this.page = new Page(this.result, {
      version: this.setup.version,
      results: [result],
      sources: {[result.file]: text.split("\n")},
    });
    this.result.scrollIntoView();
  }
}

function label(text, control) {
  return element("label", {}, element("span", {}, text), control);
}

function progressText(event) {
  const executions = event.complete + event.blocked;
  const rate = event.seconds > 0 ? Math.round(executions / event.seconds) : 0;
  const text = quantity(executions, "execution") + ", " + rate.toLocaleString("en") + "/s, " + event.seconds.toFixed(1) + " s";
  if (!event.estimate) {
    return text;
  }
  const {share, low, high, secondsLeft} = event.estimate;
  const percent = share < 0.01 ? "less than 1" : "about " + Math.floor(100 * share);
  return text + "; " + percent + " % of " + expected(low) + " to " + expected(high) + ", "
    + Math.ceil(secondsLeft).toLocaleString("en") + " s left";
}

function expected(executions) {
  return executions < 1e15 ? executions.toLocaleString("en") : "10^15 and more";
}

new Playground(document.getElementById("page"), JSON.parse(document.getElementById("data").textContent));
