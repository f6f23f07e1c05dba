// A list of rows of equal height. Only the visible rows are in the document.

import { element } from "./dom.js";

let listCount = 0;

export class VirtualList {
  count = 0;
  selected = -1;
  #rows = new Map();
  #isScheduled = false;
  #name = `list${(listCount += 1)}`;

  /**
   * `render(index)` returns the element of a row. `onSelect(index)` is called for a selection by the
   * user, `onActivate(index)` for Enter or a double click, and `onKey(event, index)` first for keys.
   */
  constructor({ label, role = "listbox", itemRole = "option", rowHeight, render, onSelect, onActivate, onKey }) {
    Object.assign(this, { rowHeight, render, onSelect, onActivate, onKey, itemRole });
    this.content = element("div", { class: "list-content", role: "presentation" });
    this.element = element("div", {
      class: "list", role, "aria-label": label, tabindex: "0",
      onscroll: () => this.#schedule(),
      onkeydown: (event) => this.#handleKey(event),
      onclick: (event) => this.#handleClick(event),
      ondblclick: () => this.onActivate?.(this.selected),
    }, this.content);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Sets the number of rows and draws the visible ones again. */
  setCount(count) {
    this.count = count;
    if (this.selected >= count) this.selected = count - 1;
    this.content.style.height = `${count * this.rowHeight}px`;
    this.redraw();
  }

  /** Selects a row and scrolls to it. */
  select(index, { notify = false } = {}) {
    if (index < 0 || index >= this.count) return;
    const previous = this.selected;
    this.selected = index;
    this.reveal(index);
    this.#mark(previous);
    this.draw();
    this.#mark(index);
    if (notify) this.onSelect?.(index);
  }

  /** Selects a row, or none, and draws all visible rows again. */
  reset(index) {
    this.selected = index;
    this.redraw();
    if (index >= 0) this.reveal(index);
  }

  /** Scrolls as little as necessary to show a row. */
  reveal(index) {
    const top = index * this.rowHeight;
    const { scrollTop, clientHeight } = this.element;
    if (clientHeight === 0) return;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.rowHeight > scrollTop + clientHeight) {
      this.element.scrollTop = top + this.rowHeight - clientHeight;
    }
  }

  /** Draws all visible rows again. */
  redraw() {
    for (const row of this.#rows.values()) row.remove();
    this.#rows.clear();
    this.draw();
  }

  /** Draws the rows that have become visible, and removes the others. */
  draw() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.rowHeight) - 4);
    const last = Math.min(this.count, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + 4);
    for (const [index, row] of this.#rows) {
      if (index >= first && index < last) continue;
      row.remove();
      this.#rows.delete(index);
    }
    for (let index = first; index < last; index += 1) {
      if (this.#rows.has(index)) continue;
      const row = this.render(index);
      row.classList.add("row");
      row.id = `${this.#name}-${index}`;
      row.dataset.index = index;
      row.style.top = `${index * this.rowHeight}px`;
      row.style.height = `${this.rowHeight}px`;
      row.setAttribute("role", this.itemRole);
      if (this.itemRole !== "presentation") {
        row.setAttribute("aria-setsize", this.count);
        row.setAttribute("aria-posinset", index + 1);
      }
      this.#rows.set(index, row);
      this.content.append(row);
      this.#mark(index);
    }
  }

  #mark(index) {
    const row = this.#rows.get(index);
    if (!row || this.itemRole === "presentation") return;
    const isSelected = index === this.selected;
    row.setAttribute("aria-selected", isSelected);
    if (isSelected) this.element.setAttribute("aria-activedescendant", row.id);
  }

  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.draw();
    });
  }

  #handleClick(event) {
    const row = event.target.closest(".row");
    if (row && !event.target.closest("button")) this.select(Number(row.dataset.index), { notify: true });
  }

  #handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target !== this.element) return;
    if (this.onKey?.(event, this.selected)) return event.preventDefault();
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
    const target = {
      ArrowDown: this.selected + 1, ArrowUp: this.selected - 1, PageDown: this.selected + page,
      PageUp: this.selected - page, Home: 0, End: this.count - 1,
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      this.select(Math.max(0, Math.min(this.count - 1, target)), { notify: true });
    } else if (event.key === "Enter" && this.onActivate) {
      event.preventDefault();
      event.stopPropagation();
      this.onActivate(this.selected);
    }
  }
}
