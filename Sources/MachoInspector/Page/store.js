// A store of a session: its states by entry of the history, its effects and its calls.

import { applyPatch } from "./patch.js";

/** A store: its history, its effects and its calls. */
export class Store {
  steps = [];
  effects = new Map();
  calls = [];
  marks = new Map();
  /** The last entry of each branch. */
  branches = new Map();
  branch = "main";
  current;
  /** The entries of the history by ID: steps, and states that a `travel` event brought. */
  #entries = new Map();
  /** States by ID: the start, every 64th step, and the last one that was asked for. */
  #states = new Map();
  #recent = [];

  constructor(event) {
    Object.assign(this, { number: event.store, name: event.name, feature: event.feature });
    this.context = event.context;
    this.current = event.base;
    this.base = event.base;
    this.branches.set("main", event.base);
    this.#states.set(event.base, event.state);
  }

  addStep(step) {
    step.number = step.step;
    step.depth = (this.#entries.get(step.parent)?.depth ?? 0) + 1;
    step.effectsEnd = Infinity;
    this.#entries.set(step.id, step);
    this.steps.push(step);
    this.current = step.id;
    this.branches.set(this.branch, step.id);
    const effect = this.effects.get(step.effect);
    if (effect) effect.responses.push(step);
  }

  travel(event) {
    if (event.state !== undefined) this.#states.set(event.to, event.state);
    this.current = event.to;
    this.branch = event.branch;
    if (!this.branches.has(event.branch)) this.branches.set(event.branch, event.to);
  }

  addEffect(event) {
    if (event.kind === "started") {
      this.effects.set(event.effect, {
        id: event.effect, name: event.name, origin: event.origin, location: event.location,
        start: event.time, line: event.line, spans: [], responses: [], end: null, outcome: null,
      });
      return;
    }
    const effect = this.effects.get(event.effect);
    // A cancelled effect also finishes, a little later. The first event counts.
    if (!effect || effect.end !== null) return;
    const open = effect.spans.at(-1);
    if (open && open.end === null) open.end = event.time;
    if (event.kind === "suspended") {
      effect.spans.push({
        start: event.time, end: null, status: event.status, until: event.until, waitsFor: event.waitsFor,
      });
    } else {
      Object.assign(effect, { end: event.time, outcome: event.kind, endLine: event.line });
    }
  }

  addCall(event) {
    if (event.event === "call") {
      this.calls.push({ ...event, answers: [] });
    } else {
      this.calls.findLast((call) => call.number === event.number)?.answers.push(event);
    }
  }

  /** The calls that no answer has completed. A cancelled effect takes its call along. */
  get pendingCalls() {
    const waiting = new Set(
      [...this.effects.values()].filter((effect) => effect.end === null)
        .map((effect) => effect.spans.at(-1)?.waitsFor));
    return this.calls.filter((call) =>
      call.answer === "pending" && call.answers.length === 0 && waiting.has(`an answer of ${call.call}`));
  }

  /** The last time of the store's clock. */
  get endTime() {
    let end = 0;
    for (const step of this.steps) end = Math.max(end, step.time);
    for (const effect of this.effects.values()) {
      end = Math.max(end, effect.end ?? effect.spans.at(-1)?.until ?? effect.start);
    }
    return end;
  }

  /** The steps in force at an entry, the first one first. */
  path(id) {
    const path = [];
    for (let step = this.#entries.get(id); step; step = this.#entries.get(step.parent)) path.push(step);
    return path.reverse();
  }

  /** The step that started an effect: the last one that had fewer effects before it. */
  origin(effect) {
    // The numbers of effects ascend along the steps.
    let [low, high] = [0, this.steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle].effectsBefore < effect.id) low = middle + 1;
      else high = middle;
    }
    while (low > 0 && this.steps[low - 1].time > effect.start) low -= 1;
    return this.steps[low - 1];
  }

  step(id) {
    return this.#entries.get(id);
  }

  /** Returns the state after an entry of the history. */
  state(id) {
    const missing = [];
    let known = id;
    while (!this.#states.has(known)) {
      const step = this.#entries.get(known);
      if (!step) return undefined;
      missing.push(step);
      known = step.parent;
    }
    let state = this.#states.get(known);
    let owned = new Set();
    for (const step of missing.reverse()) {
      state = applyPatch(state, step.patch, owned);
      if (step.depth % 64 !== 0) continue;
      this.#states.set(step.id, state);
      owned = new Set();
    }
    this.#remember(id, state);
    return state;
  }

  #remember(id, state) {
    if (this.#states.has(id)) return;
    this.#states.set(id, state);
    this.#recent.push(id);
    if (this.#recent.length > 16) this.#states.delete(this.#recent.shift());
  }
}
