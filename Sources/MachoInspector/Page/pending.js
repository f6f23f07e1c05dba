// The pending calls of a live session, each with a field for its answer.

import { element } from "./dom.js";

/** The maximum number of calls that are shown. */
const shownCalls = 50;

export class PendingCalls {
  /** The forms of the shown calls, by store, number and text of the call. A session that starts again reuses numbers. */
  #forms = new Map();

  /** `run(line)` runs a line of a script. `onLeave` is called when the form with the focus goes and no other is left. */
  constructor({ run, onLeave }) {
    Object.assign(this, { run, onLeave });
    this.more = element("p", { class: "empty" });
    this.element = element("div", { class: "pending-calls", role: "group", "aria-label": "Pending calls" }, this.more);
  }

  /** Shows the calls of a store. What is typed in the form of a call survives, and so does the focus. */
  show(store) {
    const calls = store?.pendingCalls ?? [];
    const shown = new Map(calls.slice(0, shownCalls).map((call) => [`${store.number} ${call.number} ${call.call}`, call]));
    const keys = [...this.#forms.keys()];
    const focused = keys.findIndex((key) => this.#forms.get(key).element.contains(document.activeElement));
    for (const [key, form] of this.#forms) {
      if (shown.has(key)) continue;
      form.element.remove();
      this.#forms.delete(key);
    }
    let previous = null;
    const texts = [...shown.values()].map((call) => call.call);
    const counts = new Map();
    for (const [key, call] of shown) {
      const form = this.#forms.get(key) ?? new PendingCall(call.call, this.run);
      this.#forms.set(key, form);
      const number = (counts.get(call.call) ?? 0) + 1;
      counts.set(call.call, number);
      form.setNumber(number, texts.filter((text) => text === call.call).length);
      // A node that is moved loses the focus.
      const place = previous ? previous.nextSibling : this.element.firstChild;
      if (place !== form.element) this.element.insertBefore(form.element, place);
      previous = form.element;
    }
    this.more.textContent = calls.length > shownCalls ? `and ${calls.length - shownCalls} more` : "";
    this.more.hidden = calls.length <= shownCalls;
    if (focused >= 0 && !this.#forms.has(keys[focused])) this.#focusNext(keys, focused);
  }

  #focusNext(keys, index) {
    const key = [...keys.slice(index + 1), ...keys.slice(0, index).reverse(), ...this.#forms.keys()].find((key) => this.#forms.has(key));
    if (key) this.#forms.get(key).answer.focus();
    else this.onLeave();
  }
}

/** The form of a call. */
class PendingCall {
  /** The number among the pending calls with equal text, as `answer` counts them. */
  #number = 1;

  constructor(call, run) {
    this.call = call;
    this.answer = element("input", { type: "text", class: "line-input", placeholder: "a value, or: throws error(\"…\")" });
    this.label = element("span", { class: "number" });
    this.element = element("form", { class: "pending-call", onsubmit: (event) => {
      event.preventDefault();
      const text = this.answer.value.trim();
      const target = this.#number > 1 ? `${call} #${this.#number}` : call;
      run(text.startsWith("throws ") ? `answer ${target} ${text}` : `answer ${target} -> ${text}`);
    } }, element("span", {}, "pending ", element("code", { title: call }, call.slice(0, 200)), this.label), this.answer, element("button", {}, "Answer"));
  }

  setNumber(number, count) {
    this.#number = number;
    const suffix = count > 1 ? ` #${number}` : "";
    this.label.textContent = suffix;
    this.answer.setAttribute("aria-label", `Answer of ${this.call}${suffix}`);
  }
}
