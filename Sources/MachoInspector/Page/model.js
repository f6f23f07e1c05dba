// The data of the page: reports, and the sessions in them. A session is built from its events, one
// by one, so a report and a live session use the same code.

import { mergedCoverage } from "./coverage.js";
import { counted } from "./dom.js";
import { parseExactly } from "./numbers.js";
import { Store } from "./store.js";

/** The beginning of an event of a session. Other events are about scripts. */
const sessionEvent = /^\{"event":"(line|store|step|effect|call|answer|mark|travel|swift|truncated)"/;

/** The scripts of a report, in their order, with what the runs say of themselves. */
export class Report {
  scripts = [];
  /** The `end` events: one for each run that the report contains. */
  ends = [];

  /** Reads the lines of a report. The events of a session precede the event of its script. */
  constructor(lines) {
    let timeline = [];
    for (const line of lines) {
      if (line === "") continue;
      // The events of sessions are parsed when their script is opened.
      if (sessionEvent.test(line)) {
        timeline.push(line);
        continue;
      }
      const event = parseExactly(line);
      if (event.event === "script") {
        // A case of a specification is shown as a script of its own.
        const path = event.case ? `${event.path} > ${event.case.name}` : event.path;
        this.scripts.push({ ...event, file: event.path, path, timeline, index: this.scripts.length });
        timeline = [];
      } else if (event.event === "end") {
        this.ends.push(event);
      }
    }
    if (timeline.length > 0) {
      this.scripts.push({
        path: "(unfinished)", status: "unfinished", failures: [], durationMs: 0, commands: 0, timeline,
        index: this.scripts.length,
      });
    }
  }

  /** Whether coverage was collected, also if all of it is lost. */
  get hasCoverage() {
    return this.scripts.some((script) => script.coverage) || this.ends.some((end) => end.unopened);
  }

  /** The coverage of all scripts, and what is not known of it. */
  get coverage() {
    const features = mergedCoverage(this.scripts.map((script) => script.coverage ?? []));
    const opened = new Set(features.map((feature) => feature.feature));
    const unopened = [...new Set(this.ends.flatMap((end) => end.unopened ?? []))].filter((name) => !opened.has(name));
    const unknown = this.scripts.filter((script) => !script.coverage && ["crashed", "timed-out"].includes(script.status));
    return {
      features,
      notes: [
        unopened.length > 0 && `Never opened: ${unopened.join(", ")}.`,
        unknown.length > 0 && `Unknown, because the script crashed or timed out: ${unknown.map((script) => script.path).join(", ")}.`,
      ].filter(Boolean),
    };
  }

  /** Returns the session of a script. */
  session(script) {
    if (!script.session) {
      script.session = new Session();
      for (const line of script.timeline) script.session.add(parseExactly(line));
      script.session.addFailures(script.failures, script.message);
    }
    return script.session;
  }
}

/** A session: its lines and steps in rows, its stores with their states, effects and calls. */
export class Session {
  rows = [];
  stores = new Map();
  /** The Swift test of the session: `{text}`, or `{reason}`. */
  swift = null;
  isTruncated = false;
  lines = new Map();
  #phase;

  add(event) {
    switch (event.event) {
      case "line": return this.#addLine(event);
      case "store": return this.#addStore(event);
      case "step": return this.#addStep(event);
      case "effect": return this.stores.get(event.store)?.addEffect(event);
      case "call": case "answer": return this.stores.get(event.store)?.addCall(event);
      case "mark": return this.stores.get(event.store)?.marks.set(event.name, event.id);
      case "travel": return this.#travel(event);
      case "swift": this.swift = event; return;
      case "truncated": this.isTruncated = true; return;
    }
  }

  #addLine(event) {
    const line = { ...event, number: event.line, failures: [], row: null };
    this.lines.set(line.number, line);
    if (event.phase !== undefined && event.phase !== this.#phase) {
      this.#phase = event.phase;
      this.rows.push({ kind: "phase", text: event.phase, line, index: this.rows.length });
    }
    // External input between two lines has no text. Its steps have rows of their own.
    if (line.text === "" && !line.output) return;
    line.row = this.#addRow({ kind: "line", line, step: null });
  }

  /** Adds the line of an event that no `line` event precedes: the report is incomplete. */
  #addUnknownLine(event) {
    const line = { number: event.line, text: "", time: event.time ?? 0, store: event.store, failures: [], row: null };
    this.lines.set(line.number, line);
    return line;
  }

  #addRow(row) {
    row.index = this.rows.length;
    row.store = row.step?.store ?? row.line.store;
    row.id = row.step?.id ?? this.stores.get(row.store)?.current ?? 0;
    this.rows.push(row);
    return row;
  }

  #addStore(event) {
    this.stores.set(event.store, new Store(event));
    const row = this.lines.get(event.line)?.row;
    if (row) Object.assign(row, { store: event.store, id: event.base });
  }

  #addStep(event) {
    const action = event.action ?? event.command ?? "(unknown action)";
    const line = this.lines.get(event.line) ?? this.#addUnknownLine(event);
    const step = {
      ...event, number: event.step, action, command: event.command ?? action, patch: event.patch ?? [], label: labelOf(action),
    };
    this.stores.get(step.store)?.addStep(step);
    if (step.own && line.row && !line.row.step) {
      Object.assign(line.row, { step, store: step.store, id: step.id });
      step.row = line.row;
    } else {
      step.row = this.#addRow({ kind: "step", line, step });
    }
  }

  #travel(event) {
    const store = this.stores.get(event.store);
    store?.travel(event);
    const row = this.lines.get(event.line)?.row;
    if (row) Object.assign(row, { store: event.store, id: event.to });
  }

  /** Adds the failures of the script's event to the lines that failed, and the script's message. */
  addFailures(failures, message) {
    for (const failure of failures) {
      // A crash has no output. The message of the script says what happened.
      if (!failure.report?.length && !failure.mismatch) failure.message ??= message?.replace(/^line \d+: /, "");
      const line = this.lines.get(failure.number)
        ?? [...this.lines.values()].findLast((line) => line.at === failure.line);
      if (line?.row) {
        line.failures.push(failure);
        continue;
      }
      // The process ended in the line, so the line has no event.
      const last = this.rows.at(-1);
      const failed = {
        number: this.lines.size + 1, text: failure.command ?? "", title: failure.kind === "parse" ? `parse error, line ${failure.line}` : failureTitle(failure), at: failure.line,
        failed: true, failures: [failure], store: last?.store, time: last?.line.time ?? 0, code: failure.code,
      };
      this.lines.set(failed.number, failed);
      failed.row = this.#addRow({ kind: "line", line: failed, step: null });
    }
    const count = failures.at(-1)?.commandsNotRun;
    if (!count) return;
    const text = `${counted(count, "command")} below ${count === 1 ? "was" : "were"} not run`;
    this.rows.push({ kind: "phase", text, line: this.rows.at(-1).line, index: this.rows.length });
  }

  /** The rows that failed. */
  get failedRows() {
    return this.rows.filter((row) => row.kind === "line" && isFailed(row.line));
  }

  /** The store in use: that of the last line. */
  get storeInUse() {
    const last = [...this.lines.values()].findLast((line) => this.stores.has(line.store));
    return this.stores.get(last?.store) ?? this.store(this.rows.at(-1));
  }

  /** The first store, unless a row belongs to another. */
  store(row) {
    return this.stores.get(row?.store) ?? this.stores.values().next().value;
  }
}

/** What the kinds of failures without a code mean. */
const failureKinds = {
  mismatch: "The output differs", uncompared: "The output is not compared", stale: "The expectation is stale",
  endOfFile: "The script ends too early", notDeterministic: "Two runs differ", crash: "The command crashed",
  timeOut: "The command timed out", unexpectedPass: "The script passes despite 'xfail'", parse: "The script does not parse",
};

/** Returns what failed, and where. */
export function failureTitle(failure) {
  const place = failure.file ? `${failure.file}:${failure.line}` : `line ${failure.line}`;
  return `${failure.code ?? failureKinds[failure.kind] ?? failure.kind}, ${place}`;
}

export const isFailed = (line) => line.failed === true || line.failures.length > 0;

/** Returns the action's name without its payload. */
function labelOf(action) {
  const end = action.search(/[([ ]/);
  return end < 0 ? action : action.slice(0, end);
}
