"use strict";

/** Makes an element. Text is only ever set as text, so nothing of a program becomes markup. */
function element(name, attributes, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for parts of drawings. */
function shape(name, attributes, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) {
      made.append(child);
    }
  }
  return made;
}

function quantity(count, noun) {
  return count.toLocaleString("en") + " " + noun + (count === 1 ? "" : "s");
}

function threadName(thread) {
  return thread === 0 ? "main" : "thread " + thread;
}

/** Threads have colours, by number; there are eight. */
function threadStyle(thread) {
  return "thread-" + (thread % 8);
}

function placeName(location) {
  return location ? location.file + ":" + location.line : "";
}
