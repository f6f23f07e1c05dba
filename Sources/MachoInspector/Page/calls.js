// The calls of endpoints, with their arguments and answers.

import { counted, durationText, element, replaceChildren } from "./dom.js";
import { VirtualList } from "./list.js";

export class CallsView {
  #calls = [];
  /** The call that the user has selected. */
  #selected = null;

  constructor({ onSelectRow }) {
    this.status = element("span", { class: "search-status", role: "status" });
    this.list = new VirtualList({
      label: "Calls", rowHeight: 26, render: (index) => this.#render(this.#calls[index]),
      onSelect: (index) => {
        this.#selected = this.#calls[index];
        this.#showCall(this.#selected);
      },
      onActivate: (index) => {
        const row = this.session.lines.get(this.#calls[index]?.line)?.row;
        if (row) onSelectRow(row);
      },
    });
    this.details = element("div", { class: "path-bar" });
    this.element = element("div", { class: "calls-view" },
      element("div", { class: "toolbar" }, this.status), this.list.element, this.details);
  }

  show(session, row, { keepsSelection = false } = {}) {
    this.session = session;
    this.store = session.store(row);
    this.#calls = this.store?.calls ?? [];
    this.status.textContent = this.#calls.length === 0 ? "No endpoint was called."
      : `${counted(this.#calls.length, "call")}, ${this.store.pendingCalls.length} pending`;
    this.list.setCount(this.#calls.length);
    const index = keepsSelection && this.#calls.includes(this.#selected)
      ? this.#calls.indexOf(this.#selected) : this.#calls.findIndex((call) => call.line === row?.line?.number);
    if (!keepsSelection) this.#selected = null;
    this.list.reset(index);
    this.#showCall(this.#calls[index]);
  }

  #render(call) {
    return element("div", { class: "call-row" },
      element("span", { class: "time" }, durationText(call.time)),
      element("code", { class: "call" }, call.call.slice(0, 300)),
      element("span", { "aria-hidden": "true" }, "→"),
      element("code", { class: "answer" }, answersOf(call).slice(0, 300)));
  }

  #showCall(call) {
    if (!call) return replaceChildren(this.details, element("span", { class: "empty" }, "Select a call to see its whole text. Enter goes to its line."));
    replaceChildren(this.details,
      element("code", { class: "path-text" }, call.call),
      element("div", { class: "whole-value code", tabindex: "0" }, answersOf(call)),
      call.answers.map((answer) => element("p", {}, `answered at ${durationText(answer.time)}`)));
  }
}

function answersOf(call) {
  return [call.answer, ...call.answers.map((answer) => answer.answer)].join(", then ");
}
