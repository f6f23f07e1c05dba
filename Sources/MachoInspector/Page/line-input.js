// The line that the user types in a live session, with completion, a hint and a history.

import { element, replaceChildren } from "./dom.js";

export class LineInput {
  #completions = [];
  /** The text that the completions belong to. */
  #completedText = null;
  #choice = -1;
  /** Whether Tab was pressed before the completions of the present text had arrived. */
  #insertsFirst = false;
  #history = [];
  #historyIndex = 0;
  /** Changes when a response to a request for completions is not wanted any more. */
  #round = 0;

  /** `complete(line, cursor)` returns completions, and `run(line)` whether the line succeeded. */
  constructor({ complete, run }) {
    Object.assign(this, { complete, run });
    this.input = element("input", {
      type: "text", class: "line-input", placeholder: "send …", spellcheck: "false", autocomplete: "off",
      role: "combobox", "aria-label": "Line to run", "aria-expanded": "false", "aria-controls": "completions",
      "aria-autocomplete": "list",
      oninput: () => {
        this.#dropChoice();
        this.#complete();
      },
      onkeydown: (event) => this.#handleKey(event),
      onblur: () => this.#hideCompletions(),
    });
    this.completions = element("ul", { class: "completions", role: "listbox", id: "completions", "aria-label": "Completions" });
    this.completions.hidden = true;
    this.hint = element("span", { class: "hint", role: "status" });
    this.element = element("div", { class: "line-field" }, this.input, this.completions);
  }

  focus() {
    this.input.focus();
  }

  /** Replaces the text, and offers completions. */
  put(text) {
    this.input.value = text;
    this.focus();
    this.#dropChoice();
    this.#complete();
  }

  /** Runs the line. It stays in the field if it fails. */
  async submit() {
    const line = this.input.value.trim();
    if (line === "") return;
    this.#hideCompletions();
    this.#history.push(line);
    this.#historyIndex = this.#history.length;
    if (await this.run(line) && this.input.value.trim() === line) {
      this.input.value = "";
      this.hint.textContent = "";
    }
  }

  async #complete() {
    const line = this.input.value;
    const cursor = new TextEncoder().encode(line.slice(0, this.input.selectionStart)).length;
    const round = (this.#round += 1);
    let result;
    try {
      result = await this.complete(line, cursor);
    } catch {
      return this.#hideCompletions();
    }
    if (this.#round !== round || document.activeElement !== this.input) return;
    this.#completions = result.completions.slice(0, 50);
    this.#completedText = line;
    const insertsFirst = this.#insertsFirst;
    this.#dropChoice();
    this.hint.textContent = result.hint ?? "";
    replaceChildren(this.completions, this.#completions.map((completion, index) => element("li", {
      role: "option", id: `completion-${index}`,
      // Before the input loses the focus.
      onmousedown: (event) => {
        event.preventDefault();
        this.#insert(index);
      },
    }, element("code", {}, completion.text), element("small", {}, ` ${detailOf(completion)}`))));
    this.completions.hidden = this.#completions.length === 0;
    this.input.setAttribute("aria-expanded", String(!this.completions.hidden));
    if (insertsFirst && !this.completions.hidden) this.#insert(0);
  }

  #hideCompletions() {
    this.#round += 1;
    this.completions.hidden = true;
    this.#completedText = null;
    this.input.setAttribute("aria-expanded", "false");
    this.#dropChoice();
  }

  #dropChoice() {
    this.#choice = -1;
    this.#insertsFirst = false;
    this.input.removeAttribute("aria-activedescendant");
    for (const item of this.completions.children) item.setAttribute("aria-selected", "false");
  }

  /** Whether the shown completions belong to the present text. Their ranges are wrong in any other. */
  get #isCurrent() {
    return !this.completions.hidden && this.#completions.length > 0 && this.#completedText === this.input.value;
  }

  #insert(index) {
    if (!this.#isCurrent) return;
    const { text, replacing: [start, end] } = this.#completions[index];
    const bytes = new TextEncoder().encode(this.input.value);
    const decode = (part) => new TextDecoder().decode(part);
    const head = decode(bytes.slice(0, start)) + text;
    this.input.value = head + decode(bytes.slice(end));
    this.input.setSelectionRange(head.length, head.length);
    this.#complete();
  }

  #choose(index) {
    const count = this.#completions.length;
    this.#choice = (index + count) % count;
    [...this.completions.children].forEach((item, other) => item.setAttribute("aria-selected", other === this.#choice));
    this.input.setAttribute("aria-activedescendant", `completion-${this.#choice}`);
    this.completions.children[this.#choice].scrollIntoView({ block: "nearest" });
  }

  #handleKey(event) {
    const isOpen = this.#isCurrent;
    if (event.key === "Tab" && !this.completions.hidden && !event.shiftKey) {
      event.preventDefault();
      if (isOpen) this.#insert(Math.max(0, this.#choice));
      else this.#insertsFirst = true;
    } else if (event.key === "ArrowDown" && isOpen) {
      event.preventDefault();
      this.#choose(this.#choice + 1);
    } else if (event.key === "ArrowUp" && isOpen && this.#choice >= 0) {
      event.preventDefault();
      this.#choose(this.#choice - 1);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      const offset = event.key === "ArrowUp" ? -1 : 1;
      this.#historyIndex = Math.max(0, Math.min(this.#history.length, this.#historyIndex + offset));
      this.#hideCompletions();
      this.input.value = this.#history[this.#historyIndex] ?? "";
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (isOpen && this.#choice >= 0) this.#insert(this.#choice);
      else this.submit();
    } else if (event.key === "Escape" && !this.completions.hidden) {
      event.preventDefault();
      event.stopPropagation();
      this.#hideCompletions();
    }
  }
}

/** Returns what a completion's description adds to its text. */
function detailOf({ text, detail }) {
  return detail.startsWith(text) ? detail.slice(text.length).trim() : detail;
}
