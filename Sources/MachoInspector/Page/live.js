// A live session. The page is a client of the protocol of `macho serve`, over a WebSocket.

import { button, counted, durationText, element, replaceChildren } from "./dom.js";
import { BranchesView } from "./branches.js";

/** A connection: requests with responses, and events. */
class Client {
  #socket;
  #requests = new Map();
  #last = 0;

  constructor({ onOpen, onEvent, onClose }) {
    const address = new URL("/socket", location.href.replace(/^http/, "ws"));
    address.search = location.search;
    this.#socket = new WebSocket(address);
    this.#socket.onopen = onOpen;
    this.#socket.onclose = () => {
      for (const { reject } of this.#requests.values()) reject(new Error("the connection has ended"));
      this.#requests.clear();
      onClose();
    };
    this.#socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.method === "event") return onEvent(message.params);
      const request = this.#requests.get(message.id);
      this.#requests.delete(message.id);
      if (message.error) request?.reject(Object.assign(new Error(message.error.message), { details: message.error }));
      else request?.resolve(message.result);
    };
  }

  request(method, params = {}) {
    return new Promise((resolve, reject) => {
      this.#last += 1;
      this.#requests.set(this.#last, { resolve, reject });
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id: this.#last, method, params }));
    });
  }
}

/** The controls of a live session, and what keeps the page in step with it. */
export class LiveControls {
  #next = 0;
  #isFetching = false;
  #needsFetch = false;
  #completions = [];
  #choice = -1;
  #history = [];
  #historyIndex = 0;
  /** Changes when a response to a request for completions is not wanted any more. */
  #completionRound = 0;

  constructor(page, session, configuration) {
    Object.assign(this, { page, session, name: configuration.session });
    this.#makeControls();
    page.openLive(session, document.title, {
      controls: this.element,
      branches: new BranchesView({ onGo: (name) => this.run(`goto ${name}`) }),
      bindings: this.#bindings(),
      swift: async () => (await this.client.request("record", { session: this.name, export: "swift" })).text,
    });
    this.client = new Client({
      onOpen: () => this.#open(),
      onEvent: (event) => this.#handle(event),
      onClose: () => this.#end("The session has ended. Its timeline stays here until you close the page."),
    });
  }

  // MARK: Controls

  #makeControls() {
    this.input = element("input", {
      type: "text", class: "line-input", placeholder: "send …", spellcheck: "false", autocomplete: "off",
      role: "combobox", "aria-label": "Line to run", "aria-expanded": "false", "aria-controls": "completions",
      "aria-autocomplete": "list",
      oninput: () => this.#complete(),
      onkeydown: (event) => this.#handleKey(event),
      onblur: () => this.#hideCompletions(),
    });
    this.completions = element("ul", { class: "completions", role: "listbox", id: "completions", "aria-label": "Completions" });
    this.completions.hidden = true;
    this.hint = element("span", { class: "hint", role: "status" });
    this.error = element("pre", { class: "line-error", role: "alert" });
    this.slider = element("input", {
      type: "range", min: "0", max: "0", value: "0", "aria-label": "Position in the history",
      onchange: () => this.#travel({ to: this.slider.value }),
      oninput: () => { this.position.textContent = this.slider.value; },
    });
    this.position = element("output", { class: "position" }, "0");
    this.status = element("span", { class: "live-status", role: "status" });
    this.pending = element("div", { class: "pending-calls" });
    const ask = (label, question, line, title) => button(label, () => this.#ask(question, line), { title });
    this.element = element("section", { class: "live", "aria-label": "Session" },
      this.pending,
      element("div", { class: "line-row" }, element("div", { class: "line-field" }, this.input, this.completions),
        button("Run", () => this.#runInput())),
      element("div", { class: "line-notes" }, this.hint, this.error),
      element("div", { class: "toolbar" },
        button("Undo", () => this.#travel({ undo: 1 }), { title: "u" }),
        this.slider, this.position,
        button("Redo", () => this.#travel({ redo: 1 }), { title: "r" }),
        button("Advance", () => this.run("advance"), { title: "a: to the next deadline" }),
        ask("Mark", "Name of the mark", "mark "),
        ask("Branch", "Name of the new branch", "branch "),
        ask("Stub", "Stub, for example  numberFact.fetch -> \"one\"", "stub "),
        ask("Save", "Save the session as a script", "save ", "w"),
        element("select", { "aria-label": "Export", onchange: (event) => this.#export(event.target) },
          element("option", { value: "" }, "Export…"),
          ["swift", "json", "mermaid", "html", "trace"].map((format) => element("option", { value: format }, format))),
        this.status));
    this.question = element("input", { type: "text", class: "line-input" });
    this.questionLabel = element("label", {}, this.question);
    this.questionError = element("pre", { class: "line-error", role: "alert" });
    this.dialog = element("dialog", { class: "question" },
      element("form", { method: "dialog", onsubmit: (event) => this.#answerQuestion(event) },
        this.questionLabel, this.questionError,
        element("div", { class: "actions" }, element("button", {}, "OK"), button("Cancel", () => this.dialog.close()))));
    this.element.append(this.dialog);
  }

  #bindings() {
    return [
      { keys: ["i", ":"], label: "type a line to run", run: () => this.input.focus() },
      { keys: ["u"], label: "undo", run: () => this.#travel({ undo: 1 }) },
      { keys: ["r"], label: "redo", run: () => this.#travel({ redo: 1 }) },
      { keys: ["o"], label: "travel to the selected step", run: () => this.#travelToSelection() },
      { keys: ["a"], label: "advance to the next deadline", run: () => this.run("advance") },
      { keys: ["w"], label: "save as a script", run: () => this.#ask("Save the session as a script", "save ") },
    ];
  }

  // MARK: The connection

  async #open() {
    try {
      await this.client.request("open", { name: this.name });
      await this.client.request("subscribe", { session: this.name, kinds: ["settled", "ended"] });
      await this.#fetch();
      this.input.focus();
    } catch (error) {
      this.#end(`The session cannot be opened: ${error.message}`);
    }
  }

  #handle(event) {
    if (event.kind === "ended") return this.#end("The session has ended.");
    this.#fetch();
  }

  #end(text) {
    if (this.element.classList.contains("ended")) return;
    this.status.textContent = text;
    this.element.classList.add("ended");
    for (const control of this.element.querySelectorAll("input, button, select")) control.disabled = true;
  }

  /** Fetches the events that the page does not have yet. */
  async #fetch() {
    if (this.#isFetching) {
      this.#needsFetch = true;
      return;
    }
    this.#isFetching = true;
    const known = this.session.rows.length;
    try {
      let count;
      do {
        this.#needsFetch = false;
        const result = await this.client.request("timeline", { session: this.name, from: this.#next });
        for (const event of result.events) this.session.add(event);
        this.#next = result.next;
        count = result.count;
      } while (this.#next < count || this.#needsFetch);
    } catch (error) {
      if (!this.element.classList.contains("ended")) this.status.textContent = error.message;
      return;
    } finally {
      this.#isFetching = false;
    }
    this.page.refreshLive(this.session.rows.length > known);
    this.#showStatus();
  }

  #showStatus() {
    const store = this.session.store(this.session.rows.at(-1));
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
      `branch ${store.branch}`, counted(running.length, "effect"),
      wakes !== null && `next deadline at ${durationText(wakes)}`,
    ].filter(Boolean).join(", ");
    this.#showPendingCalls(store);
  }

  #showPendingCalls(store) {
    const calls = store.pendingCalls;
    const key = calls.map((call) => call.number).join();
    if (this.pending.dataset.key === key) return;
    this.pending.dataset.key = key;
    replaceChildren(this.pending, calls.slice(0, 8).map((call) => {
      const answer = element("input", {
        type: "text", class: "line-input", placeholder: "a value, or: throws error(\"…\")", "aria-label": `Answer of ${call.call}`,
      });
      const send = async () => {
        const text = answer.value.trim();
        await this.run(text.startsWith("throws ") ? `answer ${call.call} ${text}` : `answer ${call.call} -> ${text}`);
      };
      return element("form", { class: "pending-call", onsubmit: (event) => {
        event.preventDefault();
        send();
      } }, element("span", {}, "pending ", element("code", {}, call.call.slice(0, 200))), answer, element("button", {}, "Answer"));
    }), calls.length > 8 && element("p", { class: "empty" }, `and ${calls.length - 8} more`));
  }

  // MARK: Lines

  /** Runs a line. Returns whether it succeeded. */
  async run(line) {
    return this.#perform("run", { line, roles: true }, line);
  }

  async #perform(method, params, line) {
    this.error.textContent = "";
    try {
      await this.client.request(method, { session: this.name, ...params });
      this.page.announce("");
      return true;
    } catch (error) {
      const output = error.details?.data?.output ?? [];
      this.error.textContent = output.length > 0 ? output.join("\n") : `${line ?? method}: ${error.message}`;
      return false;
    }
  }

  async #runInput() {
    const line = this.input.value.trim();
    if (line === "") return;
    this.#hideCompletions();
    this.#history.push(line);
    this.#historyIndex = this.#history.length;
    if (await this.run(line)) {
      this.input.value = "";
      this.hint.textContent = "";
    }
  }

  #travel(target) {
    return this.#perform("travel", target);
  }

  #travelToSelection() {
    const row = this.page.timeline.row;
    const store = this.session.store(row);
    if (!store || row?.store !== store.number) return;
    const tip = store.path(store.branches.get(store.branch) ?? store.current);
    const position = row.id === store.base ? 0 : tip.findIndex((step) => step.id === row.id) + 1;
    if (position === 0 && row.id !== store.base) {
      return this.page.announce("The step is on another branch: go to that branch first.");
    }
    this.#travel({ to: String(position) });
  }

  async #export(select) {
    const format = select.value;
    select.value = "";
    if (format === "") return;
    this.error.textContent = "";
    try {
      const { text } = await this.client.request("record", { session: this.name, export: format });
      const extension = { swift: "swift", json: "json", mermaid: "mmd", html: "html", trace: "json" }[format];
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      element("a", { href: address, download: `${this.name}.${extension}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      this.error.textContent = (error.details?.data?.output ?? [error.message]).join("\n");
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
      this.questionError.textContent = this.error.textContent;
    }
  }

  // MARK: Completion

  async #complete() {
    const line = this.input.value;
    const cursor = new TextEncoder().encode(line.slice(0, this.input.selectionStart)).length;
    const round = (this.#completionRound += 1);
    let result;
    try {
      result = await this.client.request("complete", { session: this.name, line, cursor });
    } catch {
      return this.#hideCompletions();
    }
    if (this.#completionRound !== round || document.activeElement !== this.input) return;
    this.#completions = result.completions.slice(0, 50);
    this.#choice = -1;
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
  }

  #hideCompletions() {
    this.#completionRound += 1;
    this.completions.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  #insert(index) {
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
    const isOpen = !this.completions.hidden && this.#completions.length > 0;
    if (event.key === "Tab" && isOpen && !event.shiftKey) {
      event.preventDefault();
      this.#insert(Math.max(0, this.#choice));
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
      this.input.value = this.#history[this.#historyIndex] ?? "";
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (isOpen && this.#choice >= 0) this.#insert(this.#choice);
      else this.#runInput();
    } else if (event.key === "Escape" && isOpen) {
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
