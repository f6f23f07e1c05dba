// A live session: its controls, and what keeps the page in step with it.

import { ActionsView } from "./actions.js";
import { BranchesView } from "./branches.js";
import { Client } from "./client.js";
import { linesElement } from "./diff.js";
import { button, counted, durationText, element, replaceChildren } from "./dom.js";
import { LineInput } from "./line-input.js";
import { Session } from "./model.js";
import { PendingCalls } from "./pending.js";

/** After how many milliseconds a running line is shown. */
const slowLine = 400;

export class LiveControls {
  session = new Session();
  #next = 0;
  /** The promise of the running fetch, if any. */
  #fetching = null;
  #needsFetch = false;
  /** The requests without a response, with their lines, by ID. */
  #running = new Map();
  /** The request that "Stop" has interrupted. */
  #interrupted = null;

  constructor(page, configuration) {
    const { session: name, context, feature, script } = configuration;
    // `script` has the lines to run first, and the line to edit.
    Object.assign(this, { page, name, context, feature, script });
    this.#makeControls();
    page.openLive(this.session, document.title, {
      controls: this.element,
      branches: new BranchesView({ onGo: (name) => this.run(`goto ${name}`) }),
      actions: this.actions,
      bindings: this.#bindings(),
      swift: async () => (await this.client.request("record", { session: this.name, export: "swift" })).text,
    });
    this.#connect();
  }

  // MARK: Controls

  #makeControls() {
    this.line = new LineInput({
      complete: (line, cursor) => this.client.request("complete", { session: this.name, line, cursor }),
      run: (line) => this.run(line),
    });
    this.actions = new ActionsView({
      fetch: async (feature) => (await this.client.request("features", { feature })).features[0].actions,
      onChoose: (name) => this.line.put(`send ${name}`),
    });
    this.error = element("div", { class: "line-error", role: "alert" });
    this.slider = element("input", {
      type: "range", min: "0", max: "0", value: "0", "aria-label": "Position in the history",
      onchange: () => this.#travel({ to: this.slider.value }),
      oninput: () => { this.position.textContent = this.slider.value; },
    });
    this.position = element("output", { class: "position" }, "0");
    this.exportFormat = element("select", { "aria-label": "Export format" },
      ["swift", "json", "mermaid", "html", "trace"].map((format) => element("option", { value: format }, format)));
    this.status = element("span", { class: "live-status", role: "status" });
    this.pending = new PendingCalls({ run: (line) => this.run(line), onLeave: () => this.line.focus() });
    this.notice = element("div", { class: "live-notice", role: "alert" });
    const ask = (label, question, line, title) => button(label, () => this.#ask(question, line), { title });
    this.element = element("section", { class: "live", "aria-label": "Session" },
      this.notice,
      this.pending.element,
      element("div", { class: "line-row" }, this.line.element, button("Run", () => this.line.submit())),
      element("div", { class: "line-notes" }, this.line.hint, this.error),
      element("div", { class: "toolbar" },
        element("span", { class: "group" },
          button("Undo", () => this.#travel({ undo: 1 }), { title: "u" }),
          button("Redo", () => this.#travel({ redo: 1 }), { title: "r" }),
          this.slider, this.position),
        button("Advance", () => this.run("advance"), { title: "a: to the next deadline" }),
        ask("Mark", "Name of the mark", "mark "),
        ask("Branch", "Name of the new branch", "branch "),
        ask("Stub", "Stub, for example  numberFact.fetch -> \"one\"", "stub "),
        ask("Save", "Save the session as a script", "save ", "w"),
        this.script && button("Run the script again", () => this.#runScriptAgain()),
        element("span", { class: "group" }, button("Export", () => this.#export(this.exportFormat.value)), this.exportFormat),
        this.status));
    this.question = element("input", { type: "text", class: "line-input" });
    this.questionLabel = element("label", {}, this.question);
    this.questionError = element("div", { class: "line-error", role: "alert" });
    this.dialog = element("dialog", { class: "question" },
      element("form", { method: "dialog", onsubmit: (event) => this.#answerQuestion(event) },
        this.questionLabel, this.questionError,
        element("div", { class: "actions" }, element("button", {}, "OK"), button("Cancel", () => this.dialog.close()))));
    this.element.append(this.dialog);
  }

  #bindings() {
    return [
      { keys: ["i", ":"], label: "type a line to run", run: () => this.line.focus() },
      { keys: ["u"], label: "undo", run: () => this.#travel({ undo: 1 }) },
      { keys: ["r"], label: "redo", run: () => this.#travel({ redo: 1 }) },
      { keys: ["o"], label: "travel to the selected step", run: () => this.#travelToSelection() },
      { keys: ["a"], label: "advance to the next deadline", run: () => this.run("advance") },
      { keys: ["w"], label: "save as a script", run: () => this.#ask("Save the session as a script", "save ") },
    ];
  }

  // MARK: The connection

  #connect() {
    this.client = new Client({
      onOpen: () => this.#start(),
      onEvent: (event) => (event.kind === "ended" ? this.#handleEnd() : this.#fetch()),
      onClose: () => this.#showEnd(
        "The session has ended: the driver does not answer. If it has exited, start it again and open the address that it prints. "
        + "The timeline stays here until you close the page.",
        button("Connect again", () => this.#connect())),
    });
  }

  /** Opens the session. Runs the script in it, unless another page has begun. */
  async #start() {
    if (await this.#open() && this.script && this.session.lines.size === 0) await this.#runScript();
  }

  /** Runs the lines of the script. The first that fails, or else the one to edit, is then in the field. */
  async #runScript() {
    for (const line of this.script.lines) {
      if (!await this.run(line)) return this.line.put(line);
    }
    if (this.script.line) this.line.put(this.script.line);
  }

  async #runScriptAgain() {
    if (await this.run("reset all")) await this.#runScript();
  }

  /** Opens the session and shows it from its start. Returns whether that succeeded. */
  async #open() {
    const waiting = setTimeout(() => {
      this.status.textContent = "Waiting for the session: a line of another page or prompt is running.";
    }, 1_000);
    try {
      await this.#openSession();
      await this.client.request("subscribe", { session: this.name, kinds: ["settled", "ended"] });
      this.#next = 0;
      this.#fetching = null;
      this.actions.reset();
      this.session = new Session();
      this.page.showSession(this.session);
      this.#setEnabled(true);
      await this.#fetch();
      this.line.focus();
      return true;
    } catch (error) {
      this.#showEnd(`The session cannot be opened: ${error.message}.`, button("Connect again", () => this.#connect()));
      return false;
    } finally {
      clearTimeout(waiting);
    }
  }

  async #openSession() {
    const { name, context } = this;
    try {
      await this.client.request("open", context ? { name, context } : { name });
    } catch (error) {
      // Only a new session has a choice of its context.
      if (!context || error.details?.data?.code !== "bad-parameters") throw error;
      await this.client.request("open", { name });
    }
  }

  /** Handles the end of the session's process, for example by a crash. The connection stays. */
  #handleEnd() {
    const lines = [...this.session.lines.values()].filter((line) => line.text !== "" && line.failed !== true);
    this.#showEnd(
      `The session has ended, or its process has. ${counted(lines.length, "line")} had run.`,
      button("Run them again", () => this.#openAndRun(lines.map((line) => line.text))),
      button("Start anew", () => this.#openAndRun(this.feature ? [`feature ${this.feature}`] : [])));
  }

  /** Opens the session again and runs lines, unless another client has begun with other lines. */
  async #openAndRun(lines) {
    if (!await this.#open()) return;
    const present = [...this.session.lines.values()].map((line) => line.text);
    if (present.some((text, index) => text !== lines[index])) return;
    for (const line of lines.slice(present.length)) {
      if (!await this.run(line)) return;
    }
  }

  #showEnd(text, ...buttons) {
    this.#setEnabled(false);
    this.status.textContent = this.position.textContent = "";
    replaceChildren(this.notice, element("span", {}, text), buttons);
    if (this.element.contains(document.activeElement) || document.activeElement === document.body) buttons[0].focus();
  }

  #setEnabled(isEnabled) {
    if (isEnabled) replaceChildren(this.notice);
    this.element.classList.toggle("ended", !isEnabled);
    for (const control of this.element.querySelectorAll("input, button, select")) control.disabled = !isEnabled;
  }

  /** Fetches and shows the events that the page does not have yet. Resolves when it has all that existed at the call. */
  #fetch() {
    this.#needsFetch = true;
    this.#fetching ??= this.#fetchAll(this.session);
    return this.#fetching;
  }

  async #fetchAll(session) {
    const known = session.rows.length;
    try {
      let count;
      do {
        this.#needsFetch = false;
        const result = await this.client.request("timeline", { session: this.name, from: this.#next });
        // Another session may have been opened meanwhile.
        if (session !== this.session) return;
        for (const event of result.events) session.add(event);
        this.#next = result.next;
        count = result.count;
      } while (this.#next < count || this.#needsFetch);
    } catch (error) {
      if (!this.element.classList.contains("ended")) this.status.textContent = error.message;
      return;
    } finally {
      if (session === this.session) this.#fetching = null;
    }
    this.page.refreshLive(session.rows.length > known);
    this.#showStatus();
  }

  #showStatus() {
    const store = this.session.storeInUse;
    this.pending.show(store);
    if (!store) {
      this.status.textContent = "No feature is open: run 'feature NAME'.";
      return;
    }
    const branch = store.branches.get(store.branch);
    this.slider.max = String(store.path(branch ?? store.current).length);
    this.slider.value = String(store.path(store.current).length);
    this.position.textContent = `${this.slider.value} of ${this.slider.max}`;
    const running = [...store.effects.values()].filter((effect) => effect.end === null);
    const sleeping = running.map((effect) => effect.spans.at(-1)).filter((span) => span?.status === "asleep");
    const wakes = sleeping.length > 0 ? Math.min(...sleeping.map((span) => span.until)) : null;
    this.status.textContent = [
      `branch ${store.branch}`, `${counted(running.length, "effect")} in flight`,
      wakes !== null && `next deadline at ${durationText(wakes)}`,
    ].filter(Boolean).join(", ");
  }

  // MARK: Lines

  /** Runs a line. Returns whether it succeeded, when the timeline shows the line. */
  async run(line) {
    return this.#perform("run", { line, roles: true }, line);
  }

  async #perform(method, params, line = method) {
    this.error.textContent = "";
    let request;
    const slow = setTimeout(() => this.#showRunning(), slowLine);
    try {
      await this.client.request(method, { session: this.name, ...params }, (id) => {
        request = id;
        this.#running.set(id, line);
      });
      this.page.announce("");
      await this.#fetch();
      return true;
    } catch (error) {
      this.#showError(error, line);
      return false;
    } finally {
      clearTimeout(slow);
      this.#running.delete(request);
      this.#showRunning();
    }
  }

  /** Shows what a line did before it failed, and its error, in the colors of their roles. */
  #showError({ message, details }, line) {
    const { output = [], result } = details?.data ?? {};
    const lines = output.length > 0 ? output : [`${line}: ${message}`];
    this.error.replaceChildren(linesElement(lines.map((text, index) => [result?.roles?.[index] ?? "problem", text]), "Error"));
  }

  /** Shows the line that takes long, with a button that stops it. */
  #showRunning() {
    if (this.element.classList.contains("ended")) return;
    const first = this.#running.entries().next().value;
    if (!first) {
      const hadFocus = this.notice.contains(document.activeElement);
      replaceChildren(this.notice);
      if (hadFocus) this.line.focus();
      return;
    }
    const [id, line] = first;
    const force = this.#interrupted === id;
    replaceChildren(this.notice,
      element("span", {}, force ? "Still running: " : "Running: ", element("code", {}, line.slice(0, 200))),
      button(force ? "Kill its process" : "Stop", () => {
        this.#interrupted = id;
        this.client.request("cancel", { request: id, ...(force && { force }) }).then(() => this.#showRunning(), () => {});
      }, { "data-focus": "stop" }));
  }

  #travel(target) {
    return this.#perform("travel", target);
  }

  async #travelToSelection() {
    const row = this.page.timeline.row;
    const store = this.session.store(row);
    if (!store || row?.store !== store.number) return;
    const tip = store.path(store.branches.get(store.branch) ?? store.current);
    const position = row.id === store.base ? 0 : tip.findIndex((step) => step.id === row.id) + 1;
    if (position === 0 && row.id !== store.base) {
      return this.page.announce("The step is on another branch: go to that branch first.");
    }
    // Positions are those of the store in use.
    if (store !== this.session.storeInUse && !await this.run(`use ${store.name}`)) return;
    this.#travel({ to: String(position) });
  }

  async #export(format) {
    this.error.textContent = "";
    try {
      const { text } = await this.client.request("record", { session: this.name, export: format });
      const extension = { swift: "swift", json: "json", mermaid: "mmd", html: "html", trace: "json" }[format];
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      element("a", { href: address, download: `${this.name}.${extension}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      this.#showError(error, "export");
    }
  }

  // MARK: Questions

  #ask(question, prefix) {
    this.questionPrefix = prefix;
    this.question.value = prefix === "save " ? "session.macho" : "";
    this.questionError.textContent = "";
    replaceChildren(this.questionLabel, element("span", {}, question), this.question);
    this.dialog.showModal();
    this.question.focus();
    this.question.select();
  }

  async #answerQuestion(event) {
    event.preventDefault();
    const line = this.questionPrefix + this.question.value.trim();
    if (await this.run(line)) {
      this.dialog.close();
      this.page.announce(line.startsWith("save ") ? `Saved ${this.question.value.trim()}.` : `Ran: ${line}`);
    } else {
      // The field is where the user looks.
      this.questionError.replaceChildren(...this.error.childNodes);
    }
  }
}
