"use strict";

/** Nodes on a circle, and labelled arrows between them. An arrow is {from, to, label, style}. */
function circleGraph(title, nodes, arrows) {
  const labels = nodes.map(node => node.label);
  const width = Math.max(60, ...labels.map(label => label.length * 7.5 + 20));
  const flat = nodes.length <= 2;
  const longest = Math.max(0, ...arrows.map(arrow => arrow.label.length));
  const radius = flat ? Math.max(40, longest * 4) : Math.max(70, nodes.length * 26 + 30);
  const side = flat ? 60 : radius + 50;
  const middle = {x: radius + width / 2 + (flat ? 40 : 110), y: side};
  const size = {x: 2 * middle.x, y: 2 * side};
  const places = nodes.map((node, i) => {
    const angle = (2 * Math.PI * i) / nodes.length - Math.PI / 2;
    return flat
      ? {x: middle.x + (i === 0 ? -1 : 1) * (radius + 20), y: side}
      : {x: middle.x + radius * 1.3 * Math.cos(angle), y: side + radius * Math.sin(angle)};
  });
  const svg = shape("svg", {
    viewBox: `0 0 ${size.x} ${size.y}`,
    width: size.x,
    height: size.y,
    role: "img",
    class: "graph",
  }, shape("title", {}, title), markers());
  arrows.forEach(arrow => svg.append(curvedArrow(places[arrow.from], places[arrow.to], width, arrow)));
  nodes.forEach((node, i) => {
    const {x, y} = places[i];
    svg.append(
      shape("rect", {
        x: x - width / 2, y: y - 15, width, height: 30, rx: 6, class: "node " + (node.style || ""),
      }),
      shape("text", {x, y: y + 4, "text-anchor": "middle"}, node.label));
  });
  return svg;
}

function markers() {
  const kinds = ["rf", "sync", "co", "fr", "po", "wait"];
  return shape("defs", {}, kinds.map(kind =>
    shape("marker", {
      id: "tip-" + kind, viewBox: "0 0 8 8", refX: 7, refY: 4,
      markerWidth: 10, markerHeight: 10, markerUnits: "userSpaceOnUse", orient: "auto",
    }, shape("path", {d: "M0 0L8 4L0 8z", class: "tip " + kind}))));
}

/** An arrow that leaves and meets its boxes at their borders and bends to its left. */
function curvedArrow(from, to, width, arrow) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const bend = 44;
  const control = {
    x: (from.x + to.x) / 2 + (bend * dy) / length,
    y: (from.y + to.y) / 2 - (bend * dx) / length,
  };
  const start = border(from, control, width);
  const end = border(to, control, width);
  const label = {
    x: (start.x + 2 * control.x + end.x) / 4 + (12 * dy) / length,
    y: (start.y + 2 * control.y + end.y) / 4 - (12 * dx) / length + 4,
  };
  return shape("g", {},
    shape("path", {
      d: `M${start.x} ${start.y}Q${control.x} ${control.y} ${end.x} ${end.y}`,
      class: "arrow " + arrow.style,
      "marker-end": "url(#tip-" + arrow.style + ")",
    }),
    shape("text", {x: label.x, y: label.y, "text-anchor": "middle", class: "label " + arrow.style},
      arrow.label));
}

/** Where the line from the middle of a box towards a point leaves the box. */
function border(box, point, width) {
  const dx = point.x - box.x;
  const dy = point.y - box.y;
  const scale = Math.min(
    Math.abs(width / 2 / (dx || 1e-9)),
    Math.abs(15 / (dy || 1e-9)));
  return {x: box.x + dx * scale, y: box.y + dy * scale};
}

/** Who waits for whom; what nobody in particular can bring is a node of its own. */
function waitsForGraph(violation) {
  const nodes = [];
  const indexOf = (label, style) => {
    const known = nodes.findIndex(node => node.label === label);
    return known >= 0 ? known : nodes.push({label, style}) - 1;
  };
  const arrows = violation.waits.map(wait => {
    const known = wait.holder !== undefined && wait.holder >= 0;
    const line = wait.location ? " (line " + wait.location.line + ")" : "";
    return {
      from: indexOf(threadName(wait.thread), threadStyle(wait.thread)),
      to: known
        ? indexOf(threadName(wait.holder), threadStyle(wait.holder))
        : indexOf(wait.target, "thing"),
      label: (known ? wait.target : "waits") + line,
      style: "wait",
    };
  });
  return circleGraph("who waits for whom", nodes, arrows);
}

/** The cycle that no interleaving has. */
function cycleGraph(violation) {
  const cycle = cycleOf(violation);
  const steps = [...new Set(cycle.flatMap(edge => [edge.from, edge.to]))];
  const nodes = steps.map(position => {
    const step = violation.trace[position];
    return {
      label: position < 0 ? "init" : "#" + (position + 1) + " " + stepText(step),
      style: position < 0 ? "thing" : threadStyle(step.thread),
    };
  });
  const arrows = cycle.map(edge => ({
    from: steps.indexOf(edge.from),
    to: steps.indexOf(edge.to),
    label: edge.kind,
    style: ["rf", "co", "fr"].includes(edge.kind) ? edge.kind : "po",
  }));
  return circleGraph("the cycle", nodes, arrows);
}
