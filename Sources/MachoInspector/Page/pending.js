// The pending calls of a live session, each with a field for its answer.

import { element, replaceChildren } from "./dom.js";

/** The maximum number of calls that are shown. */
const shownCalls = 8;

export class PendingCalls {
  /** `run(line)` runs a line of a script. */
  constructor({ run }) {
    this.run = run;
    this.element = element("div", { class: "pending-calls" });
  }

  show(store) {
    const calls = store?.pendingCalls ?? [];
    const key = calls.map((call) => call.number).join();
    // What is typed in a field must survive an event of another call.
    if (this.element.dataset.key === key) return;
    this.element.dataset.key = key;
    replaceChildren(this.element, calls.slice(0, shownCalls).map((call) => this.#form(call)),
      calls.length > shownCalls && element("p", { class: "empty" }, `and ${calls.length - shownCalls} more`));
  }

  #form({ call }) {
    const answer = element("input", {
      type: "text", class: "line-input", placeholder: "a value, or: throws error(\"…\")", "aria-label": `Answer of ${call}`,
    });
    return element("form", { class: "pending-call", onsubmit: (event) => {
      event.preventDefault();
      const text = answer.value.trim();
      this.run(text.startsWith("throws ") ? `answer ${call} ${text}` : `answer ${call} -> ${text}`);
    } }, element("span", {}, "pending ", element("code", {}, call.slice(0, 200))), answer, element("button", {}, "Answer"));
  }
}
