// The state after a step, as a tree that can be searched.

import { button, copy, counted, element, replaceChildren } from "./dom.js";
import { VirtualList } from "./list.js";
import { ExactNumber } from "./numbers.js";
import { tokensOf } from "./patch.js";
import { findPaths, isComposite, membersOf, pathText, scalarText, stepsChanging, valueAt } from "./search.js";

const keyOf = (tokens) => JSON.stringify(tokens.map(String));

export class StateView {
  #expanded = new Set(["[]"]);
  #nodes = [];
  #results = null;
  #changed = new Set();
  #containing = new Set();
  #state;
  /** The state before the step. */
  #before;
  #store;

  constructor({ onPin, announce }) {
    Object.assign(this, { onPin, announce });
    this.search = element("input", {
      type: "search", placeholder: "Search keys, values and paths", "aria-label": "Search in the state",
      oninput: () => {
        this.list.element.scrollTop = 0;
        this.#find();
      },
      onkeydown: (event) => {
        if (event.key === "Escape") this.clearSearch();
        else if (event.key !== "Enter" && event.key !== "ArrowDown") return;
        event.preventDefault();
        if (this.#results?.found.length && this.list.selected < 0) this.list.select(0, { notify: true });
        this.list.element.focus();
      },
    });
    this.status = element("span", { class: "search-status", role: "status" });
    this.list = new VirtualList({
      label: "State", role: "tree", itemRole: "treeitem", rowHeight: 22,
      render: (index) => (this.#results ? this.#renderResult(index) : this.#renderNode(this.#nodes[index])),
      onSelect: () => this.#showPath(),
      onActivate: (index) => this.#activate(index),
      onKey: (event, index) => this.#handleKey(event, index),
    });
    this.path = element("div", { class: "path-bar" });
    this.element = element("div", { class: "state-view" },
      element("div", { class: "toolbar" }, this.search, this.status,
        button("Expand changes", () => this.expandChanges()), button("Collapse all", () => this.collapse())),
      this.list.element, this.path);
  }

  /** The keys of the selected node. */
  get selectedTokens() {
    return this.#results ? this.#results.found[this.list.selected] : this.#nodes[this.list.selected]?.tokens;
  }

  show(session, row) {
    const store = session.store(row);
    const selected = this.selectedTokens;
    if (store !== this.#store) this.#expanded = new Set(["[]"]);
    this.#store = store;
    this.#state = store?.state(row?.store === store.number ? row.id : store.current);
    this.#before = row?.step && row.store === store?.number ? store.state(row.step.parent) : undefined;
    this.#changed = new Set();
    this.#containing = new Set();
    for (const operation of row?.step?.patch ?? []) {
      const tokens = tokensOf(operation.path);
      if (operation.op === "remove") tokens.pop();
      this.#changed.add(keyOf(tokens));
      for (let depth = 0; depth < tokens.length; depth += 1) this.#containing.add(keyOf(tokens.slice(0, depth)));
    }
    this.#find(selected);
  }

  /** What a page that reloads itself keeps. */
  get place() {
    return { search: this.search.value, expanded: [...this.#expanded], selected: this.selectedTokens };
  }

  /** Restores a place of the shown store. */
  restore(place) {
    this.search.value = place.search;
    this.#expanded = new Set(place.expanded);
    this.#find(place.selected);
  }

  focusSearch() {
    this.search.focus();
    this.search.select();
  }

  clearSearch() {
    this.search.value = "";
    this.#find();
  }

  /** Opens what contains changes of the step. */
  expandChanges() {
    for (const key of [...this.#containing, ...this.#changed]) this.#expanded.add(key);
    this.#find(this.selectedTokens);
  }

  collapse() {
    this.#expanded = new Set(["[]"]);
    this.#find();
  }

  /** Opens the tree at a path and selects it. */
  reveal(tokens) {
    this.search.value = "";
    for (let depth = 0; depth < tokens.length; depth += 1) this.#expanded.add(keyOf(tokens.slice(0, depth)));
    this.#find(tokens);
    this.list.reveal(this.list.selected);
    this.list.draw();
  }

  // Computes the rows: results if there is a search, else the opened nodes. Selects a path again.
  #find(selected) {
    const query = this.search.value.trim();
    const key = selected && keyOf(selected);
    if (query === "" || this.#state === undefined) {
      this.#results = null;
      this.status.textContent = "";
      this.#nodes = this.#state === undefined ? [] : this.#flatten();
      this.list.selected = key ? this.#nodes.findIndex((node) => node.key === key) : -1;
      this.list.setCount(this.#nodes.length);
    } else {
      const start = performance.now();
      this.#results = findPaths(this.#state, query);
      const { count, found } = this.#results;
      this.status.textContent = `${counted(count, "match").replace("matchs", "matches")}`
        + (found.length < count ? `, the first ${found.length.toLocaleString("en")} are shown` : "");
      this.status.dataset.milliseconds = String(performance.now() - start);
      this.list.selected = key ? found.findIndex((tokens) => keyOf(tokens) === key) : -1;
      this.list.setCount(found.length);
    }
    this.#showPath();
  }

  #flatten() {
    const nodes = [];
    const visit = (value, tokens, name) => {
      const key = keyOf(tokens);
      const isOpen = isComposite(value) && this.#expanded.has(key);
      nodes.push({ value, tokens, name, key, isOpen });
      if (!isOpen) return;
      for (const [member, child] of membersOf(value)) visit(child, [...tokens, member], member);
    };
    visit(this.#state, [], this.#store.name);
    return nodes;
  }

  #renderNode({ value, tokens, name, key, isOpen }) {
    const isBranch = isComposite(value) && Object.keys(value).length > 0;
    const change = this.#changed.has(key) ? "changed" : this.#containing.has(key) ? "contains-change" : "";
    const row = element("div", {
      class: `node ${change}`, "aria-level": tokens.length + 1, "aria-expanded": isBranch ? isOpen : null,
    },
    button(isOpen ? "▾" : "▸", () => this.#toggle(tokens), {
      class: `twisty${isBranch ? "" : " leaf"}`, tabindex: "-1", "aria-hidden": "true",
    }),
    element("span", { class: "key" }, typeof name === "number" ? `[${name}]` : String(name)),
    element("span", { class: `value ${kindOf(value)}` }, isOpen && isBranch ? countText(value) : summaryOf(value)),
    change && element("span", { class: "change-mark", title: change === "changed" ? "changed by this step" : "contains a change" },
      change === "changed" ? this.#oldText(tokens) : "•"));
    row.style.setProperty("--depth", tokens.length);
    return row;
  }

  #oldText(tokens) {
    const old = valueAt(this.#before, tokens);
    if (old === undefined) return "added";
    return isComposite(old) ? `was ${countText(old)}` : `was ${shortText(old)}`;
  }

  #renderResult(index) {
    const tokens = this.#results.found[index];
    const value = valueAt(this.#state, tokens);
    return element("div", { class: "node result", "aria-level": 1 },
      element("span", { class: "key" }, pathText(tokens)),
      element("span", { class: `value ${kindOf(value)}` }, summaryOf(value)));
  }

  #toggle(tokens, open) {
    const key = keyOf(tokens);
    const shouldOpen = open ?? !this.#expanded.has(key);
    if (shouldOpen) this.#expanded.add(key);
    else this.#expanded.delete(key);
    const { scrollTop } = this.list.element;
    this.#find(tokens);
    this.list.element.scrollTop = scrollTop;
    this.list.draw();
    // The button of the row has the focus after a click.
    if (document.activeElement === document.body) this.list.element.focus();
  }

  #activate(index) {
    if (this.#results) {
      const tokens = this.#results.found[index];
      if (tokens) this.reveal(tokens);
    } else if (this.#nodes[index]) {
      this.#toggle(this.#nodes[index].tokens);
    }
  }

  #handleKey(event, index) {
    if (event.key === "p" && this.selectedTokens) {
      this.#pin();
      return true;
    }
    const node = this.#results ? null : this.#nodes[index];
    if (!node || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
    event.stopPropagation();
    const isBranch = isComposite(node.value);
    if (event.key === "ArrowRight") {
      if (isBranch && !node.isOpen) this.#toggle(node.tokens, true);
      else if (isBranch) this.list.select(Math.min(index + 1, this.#nodes.length - 1), { notify: true });
    } else if (node.isOpen) {
      this.#toggle(node.tokens, false);
    } else {
      const parent = keyOf(node.tokens.slice(0, -1));
      this.list.select(this.#nodes.findIndex((other) => other.key === parent), { notify: true });
    }
    return true;
  }

  #pin() {
    this.onPin({ store: this.#store.number, tokens: this.selectedTokens });
  }

  #showPath() {
    const tokens = this.selectedTokens;
    if (!tokens) return replaceChildren(this.path, element("span", { class: "empty" }, "Select a value to see which steps changed it."));
    const value = valueAt(this.#state, tokens);
    const path = pathText(tokens);
    const count = stepsChanging(this.#store, tokens).length;
    const copyText = async (text) => this.announce(await copy(text) ? "Copied." : "The browser refuses to copy.");
    replaceChildren(this.path,
      element("code", { class: "path-text" }, path === "" ? this.#store.name : path),
      element("span", { class: "path-count" }, `${counted(count, "step")} changed this path`),
      button("Mark them", () => this.#pin(), { title: "p" }),
      path !== "" && button("Copy path", () => copyText(path)),
      button("Copy value", () => copyText(isComposite(value) ? JSON.stringify(value, bigIntText, 2) : String(value))),
      typeof value === "string" && value.length > 60 && element("div", { class: "whole-value code", tabindex: "0" }, value));
  }
}

const bigIntText = (key, value) => (typeof value === "bigint" ? String(value) : value);

const kindOf = (value) => (value === null ? "null" : isComposite(value) ? "composite" : value instanceof ExactNumber ? "number" : typeof value);

function countText(value) {
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  return Array.isArray(value) ? counted(count, "element") : counted(count, "member");
}

/** Returns a value on one line. */
function summaryOf(value) {
  if (!isComposite(value)) {
    return typeof value === "string" && value.length > 200
      ? `${scalarText(value.slice(0, 200))}… (${value.length.toLocaleString("en")} characters)` : scalarText(value);
  }
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[…] ${countText(value)}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return "{}";
  const parts = keys.slice(0, 4).map((key) => `${key}: ${isComposite(value[key]) ? "…" : shortText(value[key])}`);
  return `{${parts.join(", ")}${keys.length > 4 ? ", …" : ""}}`;
}

const shortText = (value) => (typeof value === "string" && value.length > 30 ? `${scalarText(value.slice(0, 30))}…` : scalarText(value));
