// The scripts of a suite, with filters.

import { button, counted, element, replaceChildren } from "./dom.js";
import { VirtualList } from "./list.js";

const goodStatuses = new Set(["passed", "skipped", "failed-as-expected", "updated"]);

/** Whether a script makes the run fail. */
export const isBad = (script) => !goodStatuses.has(script.status);

export class SummaryView {
  scripts = [];
  #status = "all";
  #order = "path";

  constructor({ report, onOpen }) {
    this.report = report;
    this.filter = element("input", {
      type: "search", placeholder: "Filter scripts by path or message", "aria-label": "Filter scripts",
      oninput: () => this.refresh(),
      onkeydown: (event) => {
        if (event.key === "Escape") this.filter.value = "";
        else if (event.key !== "Enter" && event.key !== "ArrowDown") return;
        event.preventDefault();
        this.refresh();
        if (this.list.selected < 0) this.list.select(0);
        this.list.element.focus();
      },
    });
    this.chips = element("div", { class: "chips", role: "group", "aria-label": "Status" });
    this.order = element("select", { "aria-label": "Order", onchange: () => {
      this.#order = this.order.value;
      this.refresh();
    } },
    [["path", "by path"], ["status", "failures first"], ["duration", "slowest first"]].map(([value, label]) =>
      element("option", { value }, label)));
    this.list = new VirtualList({
      label: "Scripts", rowHeight: 34, render: (index) => this.#render(this.scripts[index]),
      onSelect: (index) => onOpen(this.scripts[index]), onActivate: (index) => onOpen(this.scripts[index]),
      onKey: (event) => {
        const count = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!count) return false;
        this.move(count);
        return true;
      },
    });
    this.totals = element("p", { class: "totals" });
    this.element = element("section", { class: "summary", "aria-label": "Summary" },
      this.totals, element("div", { class: "toolbar" }, this.chips, this.order, this.filter), this.list.element);
    // Messages have a line of their own in narrow windows.
    const narrow = matchMedia("(max-width: 820px)");
    const setHeight = () => {
      this.list.rowHeight = narrow.matches && report.scripts.some((script) => script.message) ? 56 : 34;
      this.list.setCount(this.list.count);
    };
    narrow.addEventListener("change", setHeight);
    setHeight();
    if (report.scripts.some(isBad)) this.#order = this.order.value = "status";
    this.#showTotals();
    this.refresh();
  }

  /** What a page that reloads itself keeps. */
  get place() {
    return { query: this.filter.value, status: this.#status, order: this.#order, path: this.scripts[this.list.selected]?.path };
  }

  restore({ query, status, order, path }) {
    this.filter.value = query;
    this.#status = status;
    this.#order = this.order.value = order;
    this.refresh();
    this.list.select(this.scripts.findIndex((script) => script.path === path));
  }

  /** Selects another script, without opening it. */
  move(count) {
    this.list.select(Math.max(0, Math.min(this.scripts.length - 1, this.list.selected + count)));
  }

  openSelected() {
    this.list.onActivate(Math.max(0, this.list.selected));
  }

  focus() {
    if (this.list.selected < 0) this.list.select(0);
    this.list.element.focus();
  }

  #showTotals() {
    const { scripts, ends } = this.report;
    const commands = scripts.reduce((sum, script) => sum + (script.commands ?? 0), 0);
    const duration = ends.reduce((sum, end) => sum + end.durationMs, 0)
      || scripts.reduce((sum, script) => sum + script.durationMs, 0);
    const bad = scripts.filter(isBad).length;
    replaceChildren(this.totals,
      element("b", { class: bad > 0 ? "bad" : "good" },
        bad > 0 ? `${counted(bad, "script")} failed` : scripts.length === 0 ? "No scripts ran" : "All scripts passed"),
      `: ${counted(scripts.length, "script")}, ${counted(commands, "command")}, ${millisecondsText(duration)}`,
      ends.filter((end) => end.interruption).map((end) => `, interrupted by ${end.interruption}`));
  }

  refresh() {
    const query = this.filter.value.toLowerCase();
    const counts = new Map([["all", this.report.scripts.length]]);
    for (const script of this.report.scripts) counts.set(script.status, (counts.get(script.status) ?? 0) + 1);
    replaceChildren(this.chips, [...counts].map(([status, count]) =>
      button(`${status} ${count}`, () => {
        this.#status = status;
        this.refresh();
      }, { class: `chip status-${status}`, "data-focus": status, "aria-pressed": String(status === this.#status) })));
    const longest = Math.max(1, ...this.report.scripts.map((script) => script.durationMs));
    this.longest = longest;
    this.scripts = this.report.scripts.filter((script) =>
      (this.#status === "all" || script.status === this.#status)
      && `${script.path} ${script.message ?? ""}`.toLowerCase().includes(query));
    if (this.#order === "duration") this.scripts.sort((one, other) => other.durationMs - one.durationMs);
    if (this.#order === "status") this.scripts.sort((one, other) => Number(isBad(other)) - Number(isBad(one)));
    this.list.setCount(this.scripts.length);
  }

  #render(script) {
    const bar = element("span", { class: "duration-bar", "aria-hidden": "true" });
    bar.style.width = `${(script.durationMs / this.longest) * 60}px`;
    return element("div", { class: `script-row ${isBad(script) ? "failed" : ""}` },
      element("span", { class: `status status-${script.status}` }, script.status),
      element("span", { class: "path", title: script.path }, script.path),
      element("span", { class: "message", title: script.message }, script.message ?? ""),
      element("span", { class: "commands" }, counted(script.commands ?? 0, "command")),
      element("span", { class: "duration" }, bar, millisecondsText(script.durationMs)));
  }
}

export function millisecondsText(milliseconds) {
  return milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(2)} s` : `${milliseconds.toFixed(1)} ms`;
}
