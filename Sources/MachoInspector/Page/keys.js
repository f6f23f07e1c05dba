// Keys, and the dialog that lists them.

import { button, element } from "./dom.js";

/**
 * Handles keys of the whole page. `bindings` are `{keys, label, run}`; a binding without `run` only
 * has a line in the dialog.
 */
export class Keys {
  constructor(bindings) {
    this.bindings = [];
    this.list = element("dl", {});
    this.dialog = element("dialog", { class: "help", "aria-label": "Keys" },
      element("h2", {}, "Keys"), this.list, button("Close", () => this.dialog.close()));
    this.add(bindings);
    document.addEventListener("keydown", (event) => this.#handle(event));
  }

  add(bindings) {
    this.bindings.push(...bindings);
    for (const { keys, label, note } of bindings) {
      if (!label) continue;
      this.list.append(element("div", {},
        element("dt", {}, keys.map((key) => element("kbd", {}, nameOf(key)))),
        element("dd", {}, label, note && element("small", {}, ` ${note}`))));
    }
  }

  help() {
    this.dialog.showModal();
  }

  #handle(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.defaultPrevented) return;
    const isTyping = event.target.matches?.("input:not([type=range], [type=checkbox]), textarea, select");
    // Enter presses the button that has the focus.
    if (event.key === "Enter" && event.target.matches?.("button")) return;
    const binding = this.bindings.find(({ keys, run, whileTyping }) =>
      run && keys.includes(event.key) && (!isTyping || whileTyping));
    if (!binding) return;
    event.preventDefault();
    binding.run(event);
  }
}

const names = { ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" };
const nameOf = (key) => names[key] ?? key;
