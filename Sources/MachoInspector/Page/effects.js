// The effects of a store as lanes over virtual time.

import { button, counted, durationText, element, replaceChildren } from "./dom.js";
import { VirtualList } from "./list.js";

/** The classes of bars, and what they mean. */
const legend = [
  ["running", "runs"], ["asleep", "sleeps"], ["waiting", "waits"], ["external", "external work"], ["running cancelled", "cancelled"],
  ["response", "sends"],
];

export class EffectsView {
  #effects = [];
  /** The effect that the user has selected. */
  #selected = null;
  #scale = 1;
  #offset = 0;
  #end = 1;
  #time = 0;

  constructor({ onSelectRow }) {
    this.onSelectRow = onSelectRow;
    this.axis = element("div", { class: "axis", "aria-hidden": "true" });
    this.status = element("span", { class: "search-status", role: "status" });
    this.pan = element("input", {
      type: "range", min: "0", max: "1000", value: "0", "aria-label": "Start of the shown time",
      oninput: () => {
        this.#offset = (Number(this.pan.value) / 1000) * (1 - 1 / this.#scale);
        this.#draw();
      },
    });
    this.list = new VirtualList({
      label: "Effects", rowHeight: 28, render: (index) => this.#render(this.#effects[index]),
      onSelect: (index) => {
        this.#selected = this.#effects[index];
        this.#showEffect(this.#selected);
      },
      onActivate: (index) => this.#goToOrigin(this.#effects[index]),
      onKey: (event) => {
        if (event.key !== "+" && event.key !== "-") return false;
        this.#zoom(event.key === "+" ? 2 : 0.5);
        return true;
      },
    });
    this.details = element("div", { class: "path-bar" });
    this.element = element("div", { class: "effects-view" },
      element("div", { class: "toolbar" }, this.status,
        element("span", { class: "group" }, button("−", () => this.#zoom(0.5), { "aria-label": "Zoom out" }),
          button("+", () => this.#zoom(2), { "aria-label": "Zoom in" }), this.pan),
        element("span", { class: "legend" }, legend.map(([kind, text]) =>
          element("span", {}, element("i", { class: `bar ${kind}` }), text)))),
      element("div", { class: "axis-row" }, element("span", { class: "lane-label" }, ""), this.axis),
      this.list.element, this.details);
  }

  show(session, row, { keepsSelection = false } = {}) {
    this.session = session;
    this.store = session.store(row);
    this.#effects = this.store ? [...this.store.effects.values()] : [];
    const end = this.store?.endTime ?? 0;
    // The scale needs a length.
    this.#end = Math.max(end, 1);
    this.#time = row?.step?.time ?? row?.line?.time ?? 0;
    const running = this.#effects.filter((effect) => effect.end === null).length;
    this.status.textContent = this.#effects.length === 0 ? "No effects."
      : `${counted(this.#effects.length, "effect")}, ${running} in flight, ${end === 0 ? "no virtual time" : `${durationText(end)} of virtual time`}`;
    this.#draw();
    const index = keepsSelection && this.#effects.includes(this.#selected)
      ? this.#effects.indexOf(this.#selected) : this.#indexOf(row);
    if (!keepsSelection) this.#selected = null;
    this.list.reset(index);
    this.#showEffect(this.#effects[index]);
  }

  /** The index of the effect that sent a row's action, or of the first that it started. */
  #indexOf(row) {
    const id = row?.step?.effect ?? this.#effects.find((effect) => this.store.origin(effect) === row?.step)?.id;
    return this.#effects.findIndex((effect) => effect.id === id);
  }

  /** Zooms to the selected effect, or to the middle of the shown time. */
  #zoom(factor) {
    let center = this.#offset + 0.5 / this.#scale;
    this.#scale = Math.min(1e6, Math.max(1, this.#scale * factor));
    const effect = this.#effects[this.list.selected];
    if (effect) {
      const [start, end] = [effect.start / this.#end, (effect.end ?? this.#end) / this.#end];
      // The start of an effect that is longer than the shown time stays in sight.
      center = Math.min((start + end) / 2, start + 0.4 / this.#scale);
    }
    this.#offset = Math.min(1 - 1 / this.#scale, Math.max(0, center - 0.5 / this.#scale));
    this.pan.value = String(this.#scale === 1 ? 0 : (this.#offset / (1 - 1 / this.#scale)) * 1000);
    this.#draw();
  }

  /** Returns the place of a time, in percent of the width. */
  #place(time) {
    return (time / this.#end - this.#offset) * this.#scale * 100;
  }

  /** Whether an instant is in the shown time. */
  #isShown(time) {
    const place = this.#place(time);
    return place >= 0 && place <= 100;
  }

  #draw() {
    const ticks = [];
    const from = this.#offset * this.#end;
    const to = this.store?.endTime ? (this.#offset + 1 / this.#scale) * this.#end : from;
    const rough = (to - from) / 5;
    const power = 10 ** Math.floor(Math.log10(rough));
    const size = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough));
    for (let time = Math.ceil(from / size) * size; time <= to; time += size) {
      const tick = element("span", { class: `tick${this.#place(time) > 90 ? " last" : ""}` }, durationText(Math.round(time)));
      tick.style.left = `${this.#place(time)}%`;
      ticks.push(tick);
    }
    const cursor = this.#isShown(this.#time) && element("span", { class: "cursor" });
    if (cursor) cursor.style.left = `${this.#place(this.#time)}%`;
    replaceChildren(this.axis, ticks, cursor);
    this.list.setCount(this.#effects.length);
  }

  #render(effect) {
    const lane = element("div", { class: "lane" });
    const end = effect.end ?? this.#end;
    this.#addBar(lane, `running ${effect.outcome ?? "in-flight"}`, effect.start, end);
    for (const span of effect.spans) this.#addBar(lane, span.status, span.start, span.end ?? end);
    for (const step of effect.responses) this.#addBar(lane, "response", step.time, step.time);
    this.#addBar(lane, "cursor", this.#time, this.#time);
    return element("div", { class: "lane-row", "aria-label": describe(effect) },
      element("span", { class: "lane-label" }, `#${effect.id} ${effect.name}`,
        element("small", {}, ` ${effect.origin}`)), lane);
  }

  /** Adds a bar, unless all of it is outside of the shown time. */
  #addBar(lane, kind, from, to) {
    if (this.#place(to) < 0 || this.#place(from) > 100) return;
    const start = Math.max(-1, this.#place(from));
    const bar = element("span", { class: `bar ${kind}` });
    bar.style.left = `${start}%`;
    bar.style.width = `${Math.max(0, Math.min(102, this.#place(to)) - start)}%`;
    lane.append(bar);
  }

  #showEffect(effect) {
    if (!effect) return replaceChildren(this.details, element("span", { class: "empty" }, "Select an effect to see what it did."));
    const origin = this.store.origin(effect);
    replaceChildren(this.details,
      element("code", { class: "path-text" }, describe(effect)),
      origin?.row && button("Go to its action", () => this.onSelectRow(origin.row), { title: "Enter" }),
      effect.responses.slice(0, 20).map((step) =>
        button(`◂ ${step.label} at ${durationText(step.time)}`, () => this.onSelectRow(step.row), { class: "link" })),
      element("ul", { class: "spans" }, effect.spans.slice(0, 50).map((span) =>
        element("li", {}, `${durationText(span.start)}: ${spanText(span)}`))));
  }

  #goToOrigin(effect) {
    const row = effect && this.store.origin(effect)?.row;
    if (row) this.onSelectRow(row);
  }
}

function spanText(span) {
  if (span.status === "asleep") return `asleep until ${durationText(span.until)}`;
  return span.status === "waiting" ? `waits for ${span.waitsFor}` : "waits for external work";
}

function describe(effect) {
  const end = effect.end === null ? "in flight" : `${effect.outcome} at ${durationText(effect.end)}`;
  return `#${effect.id} ${effect.name}, from ${effect.origin} at ${effect.location}: started at ${durationText(effect.start)}, ${end}`;
}
