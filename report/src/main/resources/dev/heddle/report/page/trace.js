"use strict";

/** What happens in a step, in few words; the same as on the console. */
function stepText(step) {
  const what = step.target ? " " + step.target : "";
  const equal = step.text ? " = " + step.text : "";
  const change = step.becomes ? ": " + step.text + " → " + step.becomes : equal;
  let text;
  switch (step.operation) {
    case "load": text = "read" + what + equal; break;
    case "store": text = "write" + what + equal; break;
    case "rmw": text = "update" + what + change; break;
    case "cas":
      text = step.expected
        ? "cas " + step.target + " fails: " + step.text + ", not " + step.expected
        : "cas" + what + change;
      break;
    case "create": text = "create" + what; break;
    case "choose": text = "choose " + (step.text || ""); break;
    case "lock":
    case "unlock":
    case "trylock":
      text = step.operation + what + (step.text ? ": " + step.text : "");
      break;
    default: text = step.operation + what + change;
  }
  if (!step.text || step.readsFrom === null || step.readsFrom === undefined) {
    return text;
  }
  return text + (step.readsFrom < 0 ? " from init" : " from #" + (step.readsFrom + 1));
}

/**
 * The rows of a violation: its steps, and what goes wrong if that is none of them. A row has a
 * number, a thread, a text, a place, and whether it is the failure and whether it matters.
 */
function rowsOf(violation) {
  const stale = violation.weakness ? violation.weakness.stale : [];
  const unseen = new Map(stale.map(({read, unseen}) => [read, unseen]));
  const race = (violation.race || []).map(access => access.step);
  const rivals = new Map(race.map(one => [one, race.find(other => other !== one)]));
  const rows = violation.trace.map((step, position) => ({
    position,
    step,
    thread: step.thread,
    number: step.fails ? "!" : String(position + 1),
    text: stepText(step) + (unseen.has(position) ? ", not #" + (unseen.get(position) + 1) : "")
      + (step.fails ? ": " + violation.kind : ""),
    location: step.location,
    fails: Boolean(step.fails),
    races: rivals.get(position) !== undefined,
    rival: rivals.get(position),
    stale: unseen.has(position),
    unseen: unseen.get(position),
    matters: step.distance >= 0 || Boolean(step.fails),
  }));
  const failure = (thread, text, location) => rows.push({
    position: rows.length,
    step: null,
    thread,
    number: "!",
    text,
    location,
    fails: true,
    races: false,
    stale: false,
    matters: true,
  });
  for (const wait of violation.waits || []) {
    failure(wait.thread, "waits for " + wait.target, wait.location);
  }
  if (!rows.some(row => row.fails) && race.length === 0 && violation.thread >= 0) {
    const text = violation.kind === "assertion" ? "assertion fails" : violation.kind;
    failure(violation.thread, text, violation.location);
  }
  return rows;
}

/**
 * Why steps come before others: reads-from and synchronisation can be read off the steps; what
 * else a weak memory model has comes with the violation.
 */
function arrowsOf(violation) {
  const arrows = [];
  const add = (kind, from, to) => {
    if (from !== undefined) {
      arrows.push({kind, from, to});
    }
  };
  const created = new Map();
  const latest = new Map();
  const unlocked = new Map();
  violation.trace.forEach((step, position) => {
    const thread = threadName(step.thread);
    add("sync", created.get(thread), position);
    created.delete(thread);
    if (step.operation === "create") {
      created.set(step.target, position);
    } else if (step.operation === "join") {
      add("sync", latest.get(step.target), position);
    } else if (step.operation === "unlock") {
      unlocked.set(step.target, position);
    } else if (step.operation === "lock" || step.operation === "trylock") {
      add("sync", unlocked.get(step.target), position);
      unlocked.delete(step.target);
    }
    if (step.readsFrom >= 0 && step.readsFrom !== null) {
      add("rf", step.readsFrom, position);
    }
    latest.set(thread, position);
  });
  for (const edge of cycleOf(violation)) {
    if (edge.kind === "co" || edge.kind === "fr") {
      add(edge.kind, edge.from, edge.to);
    }
  }
  return arrows;
}

/** The cycle that no interleaving has, or nothing. */
function cycleOf(violation) {
  const links = violation.weakness ? violation.weakness.cycle : [];
  return links.map(({from, to, relation}) => ({from, to, kind: relation === "mo" ? "co" : relation}));
}

/**
 * The values of variables after a number of steps, by the names that the steps give them. A name
 * such as a->b means nothing any more once a is another one, so it goes.
 */
function valuesAfter(violation, steps) {
  const values = new Map();
  const write = (step, position, value) => {
    for (const name of [...values.keys()]) {
      if (name.startsWith(step.target + "->")) {
        values.delete(name);
      }
    }
    values.set(step.target, {value, by: position, changed: position === steps - 1});
  };
  violation.trace.slice(0, steps).forEach((step, position) => {
    if (!step.target || step.fails) {
      return;
    }
    if (step.operation === "store") {
      write(step, position, step.text || "");
    } else if (step.becomes) {
      write(step, position, step.becomes);
    } else if (step.operation === "lock" || step.text === "taken") {
      write(step, position, "held by " + threadName(step.thread));
    } else if (step.operation === "unlock") {
      write(step, position, "free");
    } else if (step.operation === "free") {
      for (const name of [...values.keys()]) {
        if (name.startsWith(step.target + ".")) {
          values.delete(name);
        }
      }
      values.set(step.target, {value: "freed", by: position, changed: position === steps - 1});
    } else if (step.text && step.readsFrom === -1 && !values.has(step.target)) {
      values.set(step.target, {value: step.text, by: -1, changed: false});
    }
  });
  return values;
}
