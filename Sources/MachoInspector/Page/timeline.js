// The list of commands and received actions of a session.

import { button, counted, durationText, element, replaceChildren } from "./dom.js";
import { VirtualList } from "./list.js";
import { isFailed } from "./model.js";
import { pathText, stepsChanging } from "./search.js";

export class TimelineView {
  session = null;
  /** The rows that are shown, in order. */
  rows = [];
  /** What a session without lines shows. */
  emptyText = "The script has no commands.";
  /** The labels of actions that are hidden. */
  hidden = new Set();
  /** The path whose changes are marked: `{store, tokens}`. */
  pinned = null;
  #marked = new Set();
  #active = new Set();
  /** The rows at which stores are after undo or goto. */
  #present = new Set();

  constructor({ onSelect, onPinChange }) {
    this.onSelect = onSelect;
    this.onPinChange = onPinChange;
    this.filter = element("input", {
      type: "search", placeholder: "Filter commands and actions", "aria-label": "Filter the timeline",
      oninput: () => this.refresh(),
      onkeydown: (event) => {
        if (event.key === "Escape") this.filter.value = "";
        else if (event.key !== "Enter" && event.key !== "ArrowDown") return;
        event.preventDefault();
        this.refresh();
        this.focus();
      },
    });
    this.notes = element("div", { class: "notes", role: "status" });
    this.list = new VirtualList({
      label: "Timeline", rowHeight: 26, render: (index) => this.#render(this.rows[index], this.rows[index - 1]),
      onSelect: (index) => this.onSelect(this.rows[index]),
    });
    this.element = element("section", { class: "timeline", "aria-label": "Timeline" },
      element("div", { class: "toolbar" }, this.filter), this.notes, this.list.element);
  }

  /** The selected row. */
  get row() {
    return this.rows[this.list.selected];
  }

  focus() {
    this.list.element.focus();
  }

  show(session) {
    this.session = session;
    this.pinned = null;
    this.hidden.clear();
    this.filter.value = "";
    this.list.selected = -1;
    this.refresh();
  }

  /** What a page that reloads itself keeps. */
  get place() {
    const { row, pinned } = this;
    return {
      row: row?.index ?? -1, isLast: row !== undefined && row === this.rows.at(-1), filter: this.filter.value,
      hidden: [...this.hidden], pinned, scrollTop: this.list.element.scrollTop,
    };
  }

  /** Restores a place. A selection at the end stays at the end. */
  restore(place) {
    this.filter.value = place.filter;
    this.hidden = new Set(place.hidden);
    this.pinned = place.pinned;
    this.refresh();
    const row = place.isLast ? this.rows.at(-1) : this.session.rows[place.row];
    if (!place.isLast) this.list.element.scrollTop = place.scrollTop;
    if (row && this.rows.includes(row)) this.select(row);
  }

  /** Computes the shown rows again, and keeps the selection. */
  refresh() {
    const selected = this.row;
    const query = this.filter.value.toLowerCase();
    this.#active = new Set();
    this.#present = new Set();
    for (const store of this.session.stores.values()) {
      for (const step of store.path(store.current)) this.#active.add(step);
      const last = store.steps.at(-1);
      if (last && last.id !== store.current) this.#present.add(this.#rowAt(store));
    }
    const store = this.session.stores.get(this.pinned?.store);
    this.#marked = new Set(store ? stepsChanging(store, this.pinned.tokens) : []);
    this.rows = this.session.rows.filter((row) => {
      if (row.kind === "phase") return query === "";
      if (row.step && this.hidden.has(row.step.label)) return false;
      if (this.pinned?.only && !this.#marked.has(row.step)) return false;
      return query === "" || rowText(row).toLowerCase().includes(query);
    });
    if (this.pinned?.only) {
      // A heading needs rows.
      this.rows = this.rows.filter((row, index) => row.kind !== "phase" || (this.rows[index + 1] ?? row).kind !== "phase");
    }
    this.#showNotes();
    this.list.setCount(this.rows.length);
    const index = selected ? this.rows.indexOf(selected) : -1;
    this.list.selected = index;
    if (index >= 0) this.list.redraw();
  }

  /** The row after which a store is now: that of its present step, or the line that opened it. */
  #rowAt(store) {
    if (store.current !== store.base) return store.step(store.current)?.row;
    return this.session.rows.find((row) => row.store === store.number && row.id === store.base && !row.step);
  }

  #showNotes() {
    const notes = [];
    if (this.pinned) {
      notes.push(element("span", { class: "chip" },
        `${counted(this.#marked.size, "step")} changed `, element("b", {}, pathText(this.pinned.tokens) || "the state"), " ",
        button(this.pinned.only ? "show all" : "show only these", () => {
          this.pinned.only = !this.pinned.only;
          this.refresh();
        }, { "data-focus": "only" }), " ", button("unpin", () => {
          this.pin(null);
          this.focus();
        })));
    }
    for (const label of this.hidden) {
      const count = this.session.rows.filter((row) => row.step?.label === label).length;
      notes.push(element("span", { class: "chip" }, `${label} ×${count} hidden `,
        button("show", () => this.toggleHidden(label), { "aria-label": `Show ${label} again` })));
    }
    if (this.session.isTruncated) {
      notes.push(element("span", { class: "chip" }, "The session is longer than a report may be: the end is missing."));
    }
    if (this.rows.length === 0) {
      notes.push(element("span", { class: "chip" },
        this.session.rows.length === 0 ? this.emptyText : "No line matches."));
    }
    replaceChildren(this.notes, notes);
  }

  /** Hides all actions with a label, or shows them again. */
  toggleHidden(label) {
    if (!this.hidden.delete(label)) this.hidden.add(label);
    this.refresh();
    this.focus();
  }

  /** Marks the steps that change a path of a store. */
  pin(pinned) {
    this.pinned = pinned;
    this.refresh();
    this.onPinChange?.();
  }

  /** Moves the selection by a number of rows that satisfy a condition. */
  move(count, condition = (row) => row.kind !== "phase") {
    let index = this.list.selected;
    const direction = Math.sign(count);
    let left = Math.abs(count);
    let target = index;
    for (index += direction; left > 0 && index >= 0 && index < this.rows.length; index += direction) {
      if (!condition(this.rows[index])) continue;
      target = index;
      left -= 1;
    }
    if (target >= 0 && target !== this.list.selected) this.list.select(target, { notify: true });
  }

  moveToEnd(isLast) {
    const rows = this.rows.map((row, index) => (row.kind === "phase" ? -1 : index)).filter((index) => index >= 0);
    const index = isLast ? rows.at(-1) : rows[0];
    if (index !== undefined) this.list.select(index, { notify: true });
  }

  moveToFailure(direction) {
    this.move(direction, (row) => row.kind === "line" && isFailed(row.line));
  }

  moveToMarked(direction) {
    this.move(direction, (row) => this.#marked.has(row.step));
  }

  /** Selects a row, and shows it even if a filter hides it. */
  select(row, options) {
    let index = this.rows.indexOf(row);
    if (index < 0 && row) {
      this.filter.value = "";
      if (row.step) this.hidden.delete(row.step.label);
      if (this.pinned) this.pinned.only = false;
      this.refresh();
      index = this.rows.indexOf(row);
    }
    this.list.select(index, options);
  }

  #render(row, previous) {
    if (row.kind === "phase") return element("div", { class: "phase-row" }, row.text);
    const { line, step } = row;
    const isUndone = step && !this.#active.has(step);
    const isReceived = step?.cause === "received" || step?.cause === "modified";
    const classes = ["timeline-row", isReceived ? "received" : step ? "sent" : "plain"];
    if (row.kind === "line" && isFailed(line)) classes.push("failed");
    if (isUndone) classes.push("undone");
    if (line.skipped) classes.push("skipped");
    const changes = step?.patch.length ?? 0;
    return element("div", { class: classes.join(" "), title: isUndone ? "undone" : null },
      element("span", { class: "line-number" }, row.kind === "line" && line.at ? String(line.at) : ""),
      element("span", { class: "icon", "aria-hidden": "true" },
        row.kind === "line" && isFailed(line) ? "✕" : isReceived ? "◂" : step ? "▸" : "·"),
      element("span", { class: "command" }, rowText(row, 400)),
      this.#marked.has(step) && element("span", { class: "mark", title: "changes the pinned path" }, "●"),
      line.code && row.kind === "line" && element("span", { class: "badge" }, line.code),
      this.#present.has(row) && element("span", { class: "present", title: "the session is here, after undo or goto" }, "◂ now"),
      step && changes > 0 && element("span", { class: "changes", title: counted(changes, "change") }, `±${changes}`),
      element("span", { class: "time" }, previous && timeOf(row) === timeOf(previous) ? "" : durationText(timeOf(row))));
  }
}

/** Returns the virtual time of a row. A phase has the time of its first line. */
const timeOf = ({ line, step }) => step?.time ?? line.time ?? 0;

/** Returns the line of a script that a row is: a command, or the line that asserts a received action. */
export function commandOf(row) {
  return (row.kind === "line" && row.line.text) || row.step?.command || null;
}

/** Returns the text of a row: its command, or its title if it has none. */
export function rowText(row, limit = Infinity) {
  const text = commandOf(row) ?? row.text ?? row.line.title ?? "(external input)";
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
