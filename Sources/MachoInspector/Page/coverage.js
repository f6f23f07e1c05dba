// What scripts reached, and what they never reached: actions, states, stub outcomes and effects.

import { counted, element, replaceChildren } from "./dom.js";

/** Returns the coverage of several scripts as one. Equal entries are added. */
export function mergedCoverage(lists) {
  const features = new Map();
  for (const feature of lists.flat()) {
    if (!features.has(feature.feature)) features.set(feature.feature, { feature: feature.feature, actions: [], states: [], stubs: [], effects: [] });
    const merged = features.get(feature.feature);
    for (const kind of ["actions", "states", "stubs", "effects"]) addEntries(merged[kind], feature[kind]);
  }
  return [...features.values()].sort((one, other) => (one.feature < other.feature ? -1 : 1));
}

function addEntries(entries, others) {
  const known = new Map(entries.map((entry) => [identityOf(entry), entry]));
  for (const other of others) {
    const entry = known.get(identityOf(other));
    if (!entry) {
      entries.push({ ...other });
      continue;
    }
    for (const [key, value] of Object.entries(other)) if (typeof value === "number") entry[key] += value;
  }
}

const identityOf = ({ action, path, name, endpoint, key }) => JSON.stringify([action, path, name, endpoint, key]);

export class CoverageView {
  constructor() {
    this.onlyMissing = element("input", { type: "checkbox", onchange: () => this.#draw() });
    this.content = element("div", { class: "coverage scroll", tabindex: "0", role: "region", "aria-label": "Coverage" });
    this.element = element("div", { class: "coverage-view" },
      element("div", { class: "toolbar" },
        element("label", { class: "check" }, this.onlyMissing, "Only what was never reached")),
      this.content);
  }

  /** Shows features, and sentences about what is not known. */
  show(features, notes = []) {
    Object.assign(this, { features, notes });
    this.#draw();
  }

  focus() {
    this.content.focus();
  }

  move(count) {
    this.content.scrollBy(0, 40 * count);
  }

  #draw() {
    replaceChildren(this.content,
      this.notes.map((note) => element("p", { class: "empty" }, note)),
      this.features.length === 0 && element("p", { class: "empty" }, "No coverage was collected: run 'macho test --coverage --report FILE'."),
      this.features.map((feature) => this.#feature(feature)));
  }

  #feature(feature) {
    const outcomes = feature.stubs.flatMap(outcomesOf);
    return element("section", { "aria-label": feature.feature },
      element("h2", {}, feature.feature),
      element("p", { class: "ratios" },
        ratio("actions", feature.actions.map((action) => action.sent + action.received > 0)),
        ratio("states", feature.states.map((state) => state.states > 0)),
        ratio("stub outcomes", outcomes.map(({ count }) => count > 0)),
        element("span", {}, counted(feature.effects.length, "effect"))),
      element("div", { class: "tables" },
        this.#table(["action", "sent", "received"], feature.actions.map(({ action, sent, received }) => [[action, sent, received], sent + received > 0])),
        this.#table(["state", "case", "states"], feature.states.map(({ path, name, states }) => [[path || "the state", caseText(name), states], states > 0])),
        this.#table(["endpoint", "outcome", "calls"], outcomes.map(({ endpoint, name, count }) => [[endpoint, name, count], count > 0])),
        this.#table(["effect", "started", "finished", "cancelled", "failed"], feature.effects.map(({ key, started, finished, cancelled, failed }) =>
          [[`${key.name}, from ${key.origin} at ${key.file}:${key.line}`, started, finished, cancelled, failed], true]))));
  }

  #table(head, rows) {
    const shown = this.onlyMissing.checked ? rows.filter(([, isReached]) => !isReached) : rows;
    return shown.length > 0 && element("table", {},
      element("thead", {}, element("tr", {}, head.map((text) => element("th", { scope: "col" }, text)))),
      element("tbody", {}, shown.map(([cells, isReached]) =>
        element("tr", { class: isReached ? null : "unreached" }, cells.map((cell, index) =>
          element("td", { class: typeof cell === "number" ? "number" : "code-cell" },
            isReached || typeof cell !== "number" ? cell : index === cells.length - 1 ? "never" : ""))))));
  }
}

function ratio(noun, isReached) {
  const count = isReached.filter(Boolean).length;
  return isReached.length > 0
    && element("span", { class: count < isReached.length ? "some" : "good" }, `${count} of ${isReached.length} ${noun}`);
}

/** Returns a case as conditions write it. */
const caseText = (name) => ({ none: "nil", some: "not nil" })[name] ?? name;

/** Returns the outcomes that an endpoint allows, with their numbers of calls. */
function outcomesOf({ endpoint, isStream, canThrow, isAsync, values, errors, pending, missing }) {
  return [
    { endpoint, name: isStream ? "stream" : "value", count: values },
    canThrow && { endpoint, name: "error", count: errors },
    (isAsync || isStream) && { endpoint, name: "pending", count: pending },
    missing > 0 && { endpoint, name: "no stub", count: missing },
  ].filter(Boolean);
}
