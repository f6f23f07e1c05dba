// The page: a summary of scripts, and the timeline of one session with its panels.

import { CallsView } from "./calls.js";
import { CoverageView } from "./coverage.js";
import { scriptLines, StepView } from "./diff.js";
import { button, copy, element, reloadMemory, replaceChildren, settings } from "./dom.js";
import { EffectsView } from "./effects.js";
import { Keys } from "./keys.js";
import { LiveControls } from "./live.js";
import { Report } from "./model.js";
import { StateView } from "./state.js";
import { SummaryView } from "./summary.js";
import { commandOf, TimelineView } from "./timeline.js";

const tabs = [["step", "Step"], ["state", "State"], ["effects", "Effects"], ["calls", "Calls"]];

class Page {
  session = null;
  script = null;
  #tab = "step";
  #isRouting = false;
  tabButtons = new Map();
  panelElements = new Map();

  constructor(root) {
    const select = (row) => this.timeline.select(row, { notify: true });
    const announce = (text) => this.announce(text);
    this.timeline = new TimelineView({ onSelect: () => this.showRow(), onPinChange: () => this.showRow() });
    this.panels = {
      step: new StepView({
        onSelectRow: select, announce, link: () => location.href, file: () => this.script?.file,
      }),
      state: new StateView({ onPin: (pinned) => this.timeline.pin(pinned), announce }),
      effects: new EffectsView({ onSelectRow: select }),
      calls: new CallsView({ onSelectRow: select }),
    };
    this.toast = element("div", { class: "toast", role: "status", "aria-live": "polite" });
    this.keys = new Keys(this.#bindings());
    this.title = element("h1", {}, document.title);
    this.back = button("All scripts", () => this.showSummary(), { class: "back", title: "s" });
    this.tabList = element("div", { class: "tabs", role: "tablist", "aria-label": "Details" });
    this.details = element("section", { class: "details", "aria-label": "Details" }, this.tabList);
    for (const [name, label] of tabs) this.#addTab(name, label, this.panels[name]);
    this.workspace = element("main", { class: "workspace" }, this.timeline.element, this.details);
    this.summaryElement = element("main", { class: "summary-page" });
    replaceChildren(root,
      element("header", { class: "page-header" }, this.back, this.title,
        element("span", { class: "spacer" }),
        button("Theme", () => this.toggleTheme(), { title: "t" }),
        button("Keys", () => this.keys.help(), { title: "?" })),
      this.summaryElement, this.workspace, this.keys.dialog, this.toast);
    const theme = settings.read("theme");
    if (theme) document.documentElement.dataset.theme = theme;
    this.showTab("step");
  }

  /** Shows a report. */
  open(report) {
    this.report = report;
    if (report.hasCoverage) this.#addCoverage();
    this.summary = new SummaryView({ report, onOpen: (script) => script && this.openScript(script) });
    replaceChildren(this.summaryElement, this.summary.element, this.suiteCoverage?.element);
    window.addEventListener("hashchange", () => this.#route());
    this.#route();
    const refresh = document.querySelector("meta[http-equiv=refresh]");
    if (refresh) this.#keepPlaceWhileReloading(Number(refresh.content));
  }

  #setTitle(text) {
    this.title.textContent = text;
    // A narrow header cuts the text.
    this.title.title = text;
  }

  /** Restores what the page showed before it reloaded itself. */
  #keepPlaceWhileReloading(seconds) {
    // The element alone would restore the first address, and would not reload an address with a fragment.
    setTimeout(() => location.reload(), 1_000 * seconds);
    const key = `place.${location.pathname}`;
    const place = reloadMemory.read(key);
    if (place && Date.now() - place.time < 15_000) this.#restore(place);
    window.addEventListener("pagehide", () => reloadMemory.write(key, {
      time: Date.now(), script: this.script?.path, tab: this.#tab, summary: this.summary.place,
      timeline: this.session && this.timeline.place, state: this.panels.state.place,
      focused: document.activeElement.getAttribute("aria-label"),
    }));
  }

  #restore(place) {
    this.summary.restore(place.summary);
    const script = this.report.scripts.find((script) => script.path === place.script);
    if (script) {
      if (script !== this.script) this.openScript(script, { keepsPlace: true });
      if (place.timeline) this.timeline.restore(place.timeline);
      if (this.tabButtons.has(place.tab)) this.showTab(place.tab);
      this.panels.state.show(this.session, this.timeline.row);
      this.panels.state.restore(place.state);
      this.#rememberPlace();
    } else if (this.script && this.report.scripts.length > 1) {
      this.showSummary();
    }
    if (place.focused) document.querySelector(`[aria-label="${CSS.escape(place.focused)}"]:is(input, .list, .scroll)`)?.focus();
  }

  /** Adds a panel with the coverage of a script, and that of all scripts to the summary. */
  #addCoverage() {
    const panel = new CoverageView();
    this.#addTab("coverage", "Coverage", {
      element: panel.element,
      show: () => panel.show(this.script.coverage ?? [], this.script.coverage ? [] : ["The coverage of this script is unknown."]),
    });
    this.suiteCoverage = new CoverageView();
    this.suiteCoverage.element.hidden = true;
    this.coverageButton = button("Coverage", () => this.toggleCoverage(), { "aria-pressed": "false", title: "v" });
    this.back.after(this.coverageButton);
    this.keys.add([{ keys: ["v"], label: "coverage of all scripts", run: () => this.toggleCoverage() }]);
  }

  /** Shows the coverage of all scripts instead of their list, or the list again. */
  toggleCoverage(isShown = this.suiteCoverage.element.hidden || !this.#isSummary) {
    if (!this.#isSummary) this.showSummary();
    this.suiteCoverage.element.hidden = !isShown;
    this.summary.element.hidden = isShown;
    this.coverageButton.setAttribute("aria-pressed", String(isShown));
    if (!isShown) return this.summary.focus();
    const { features, notes } = this.report.coverage;
    this.suiteCoverage.show(features, notes);
    this.suiteCoverage.focus();
  }

  /** Shows a session that events will be added to, with the controls of a live session. */
  openLive(session, title, { controls, branches, actions, bindings, swift }) {
    this.#setTitle(title);
    this.back.hidden = true;
    this.summaryElement.hidden = true;
    this.workspace.hidden = false;
    this.panels.step.fetchSwift = swift;
    // The address of a live page contains the token.
    this.panels.step.link = null;
    this.timeline.emptyText = "No line has run.";
    this.workspace.classList.add("live-session");
    this.#addTab("branches", "Branches", branches);
    this.#addTab("actions", "Actions", actions);
    this.keys.add(bindings);
    this.workspace.after(controls);
    this.showSession(session);
  }

  /** Shows another live session in place of the present one. */
  showSession(session) {
    this.session = session;
    this.lastRow = undefined;
    this.timeline.show(session);
    this.showRow();
  }

  /** Shows the rows that were added to a live session. Selects the last one if it was selected. */
  refreshLive(hasNewRows) {
    const wasLast = this.timeline.row === undefined || this.timeline.row === this.lastRow;
    this.timeline.refresh();
    this.lastRow = this.timeline.rows.at(-1);
    if (hasNewRows && wasLast && this.lastRow) this.timeline.select(this.lastRow);
    this.showRow({ keepsSelection: true });
  }

  #addTab(name, label, panel) {
    this.panels[name] = panel;
    const tab = button(label, () => this.showTab(name), {
      role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": "false",
      title: String(this.tabButtons.size + 1), tabindex: "-1", onkeydown: (event) => this.#moveTab(event, name),
    });
    const content = element("div", {
      class: "panel", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`,
    }, panel.element);
    content.hidden = true;
    this.tabButtons.set(name, tab);
    this.panelElements.set(name, content);
    this.tabList.append(tab);
    this.details.append(content);
  }

  // MARK: Places

  #route() {
    if (this.#isRouting) return;
    const place = new URLSearchParams(location.hash.slice(1));
    const path = place.get("script");
    const script = this.report.scripts.find((script) => script.path === path)
      ?? (this.report.scripts.length === 1 ? this.report.scripts[0] : null);
    if (!script) return this.showSummary();
    if (this.script !== script) this.openScript(script, { keepsPlace: true });
    const number = Number(place.get("step"));
    const line = Number(place.get("line"));
    const row = (number && this.session.rows.find((row) => row.step?.number === number))
      || (line && this.session.rows.find((row) => row.kind === "line" && row.line.number === line));
    if (this.tabButtons.has(place.get("tab"))) this.showTab(place.get("tab"));
    if (row && row !== this.timeline.row) this.timeline.select(row);
    this.showRow();
  }

  #rememberPlace() {
    if (!this.report) return;
    const place = new URLSearchParams();
    if (this.script) {
      place.set("script", this.script.path);
      const row = this.timeline.row;
      if (row?.step) place.set("step", row.step.number);
      else if (row?.line) place.set("line", row.line.number);
      if (this.#tab !== "step") place.set("tab", this.#tab);
    }
    this.#isRouting = true;
    try {
      history.replaceState(null, "", `#${place}`);
    } catch {
      location.hash = String(place);
    }
    this.#isRouting = false;
  }

  showSummary() {
    if (!this.report) return;
    if (this.#isSummary && this.suiteCoverage?.element.hidden === false) return this.toggleCoverage(false);
    this.script = null;
    this.workspace.hidden = true;
    this.back.hidden = true;
    if (this.coverageButton) this.coverageButton.hidden = false;
    this.summaryElement.hidden = false;
    this.#setTitle(document.title);
    this.summary.list.redraw();
    this.summary.focus();
    this.#rememberPlace();
  }

  openScript(script, { keepsPlace = false } = {}) {
    this.script = script;
    this.session = this.report.session(script);
    this.summaryElement.hidden = true;
    this.workspace.hidden = false;
    this.back.hidden = this.report.scripts.length === 1;
    if (this.coverageButton) this.coverageButton.hidden = true;
    this.#setTitle(script.path);
    this.timeline.show(this.session);
    const row = this.session.failedRows[0] ?? this.session.rows.find((row) => row.kind !== "phase");
    if (row) this.timeline.select(row);
    this.timeline.focus();
    if (!keepsPlace) this.showRow();
  }

  showTab(name) {
    this.#tab = name;
    for (const [other, tab] of this.tabButtons) {
      tab.setAttribute("aria-selected", other === name);
      tab.tabIndex = other === name ? 0 : -1;
      this.panelElements.get(other).hidden = other !== name;
    }
    if (this.session) this.showRow();
  }

  /** Shows a tab by its number, from 1. */
  #showTab(number) {
    const name = [...this.tabButtons.keys()][number - 1];
    if (name) this.showTab(name);
  }

  #moveTab(event, name) {
    const offset = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!offset) return;
    event.preventDefault();
    const names = [...this.tabButtons.keys()];
    const next = names[(names.indexOf(name) + offset + names.length) % names.length];
    this.showTab(next);
    this.tabButtons.get(next).focus();
  }

  /** Shows the selected row in the open panel. `keepsSelection`: an effect or call that the user has selected stays so. */
  showRow({ keepsSelection = false } = {}) {
    if (!this.session) return;
    this.panels[this.#tab].show(this.session, this.timeline.row, { keepsSelection });
    this.#rememberPlace();
  }

  // MARK: Commands

  announce(text) {
    this.toast.textContent = text;
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => { this.toast.textContent = ""; }, 4_000);
  }

  toggleTheme() {
    const isDark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = isDark ? "light" : "dark";
    settings.write("theme", document.documentElement.dataset.theme);
  }

  get #isSummary() {
    return !this.summaryElement.hidden;
  }

  /** What the arrow keys move. */
  get #moving() {
    if (!this.#isSummary) return this.timeline;
    return this.summary.element.hidden ? this.suiteCoverage : this.summary;
  }

  #bindings() {
    const inSession = (run) => (event) => { if (!this.#isSummary && this.session) run(event); };
    const move = (count) => () => this.#moving.move(count);
    return [
      { keys: ["j", "ArrowDown"], label: "next line", run: move(1) },
      { keys: ["k", "ArrowUp"], label: "previous line", run: move(-1) },
      { keys: ["g"], label: "first line", run: inSession(() => this.timeline.moveToEnd(false)) },
      { keys: ["G"], label: "last line", run: inSession(() => this.timeline.moveToEnd(true)) },
      { keys: ["n"], label: "next failure", run: inSession(() => this.timeline.moveToFailure(1)) },
      { keys: ["N"], label: "previous failure", run: inSession(() => this.timeline.moveToFailure(-1)) },
      { keys: ["1", "…", "6"], label: "show a panel: step, state, and so on" },
      { keys: [..."123456789"], run: inSession((event) => this.#showTab(Number(event.key))) },
      { keys: ["/"], label: "search in the state, or filter scripts", run: () => this.#search() },
      { keys: ["f"], label: "filter the timeline", run: inSession(() => this.timeline.filter.focus()) },
      { keys: ["h"], label: "hide this kind of action", run: inSession(() => this.#hide()) },
      { keys: ["p"], label: "mark the steps that change the selected path", note: "in the state" },
      { keys: ["["], label: "previous marked step", run: inSession(() => this.timeline.moveToMarked(-1)) },
      { keys: ["]"], label: "next marked step", run: inSession(() => this.timeline.moveToMarked(1)) },
      { keys: ["ArrowLeft", "ArrowRight"], label: "close or open a value", note: "in the state" },
      { keys: ["+", "-"], label: "zoom", note: "in the effects" },
      { keys: ["c"], label: "copy the script line", run: inSession(() => this.#copyLine()) },
      { keys: ["y"], label: "copy a link to this step", run: inSession(() => this.#copyLink()) },
      { keys: ["s"], label: "all scripts", run: () => this.showSummary() },
      { keys: ["Enter"], run: () => { if (this.#isSummary && !this.summary.element.hidden) this.summary.openSelected(); } },
      { keys: ["t"], label: "light or dark", run: () => this.toggleTheme() },
      { keys: ["Escape"], label: "back to the timeline", run: inSession(() => this.timeline.focus()), whileTyping: true },
      { keys: ["?"], label: "show these keys", run: () => this.keys.help() },
    ];
  }

  #search() {
    if (this.#isSummary) return this.summary.filter.focus();
    this.showTab("state");
    this.panels.state.focusSearch();
  }

  #hide() {
    const label = this.timeline.row?.step?.label;
    if (!label) return this.announce("Only actions can be hidden.");
    const index = this.timeline.list.selected;
    this.timeline.toggleHidden(label);
    this.timeline.list.select(Math.min(index, this.timeline.rows.length - 1), { notify: true });
    this.announce(`Hidden: ${label}. The list of hidden actions is above the timeline.`);
  }

  async #copyLink() {
    const { link } = this.panels.step;
    if (link) this.announce(await copy(link()) ? "Copied the link." : "The browser refuses to copy.");
  }

  async #copyLine() {
    const row = this.timeline.row;
    if (!row || row.kind === "phase") return;
    if (commandOf(row) === null) return this.announce("This row has no command to copy.");
    this.announce(await copy(scriptLines(row)) ? "Copied the script line." : "The browser refuses to copy.");
  }
}

const page = new Page(document.getElementById("app"));
const lines = document.getElementById("events").textContent.split("\n").filter((line) => line !== "");
const first = lines.length === 1 ? JSON.parse(lines[0]) : null;
if (first?.event === "connection") new LiveControls(page, first);
else page.open(new Report(lines));
