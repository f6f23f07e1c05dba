// What a line did: its failures, its output and the change of the state.

import { button, copy, counted, durationText, element, replaceChildren } from "./dom.js";
import { VirtualList } from "./list.js";
import { failureTitle } from "./model.js";
import { commandOf, rowText } from "./timeline.js";

export class StepView {
  /** `file` returns the script of a report. Nothing in a live session. */
  constructor({ onSelectRow, announce, link, file }) {
    Object.assign(this, { onSelectRow, announce, link, file });
    this.element = element("div", { class: "step-view scroll", tabindex: "0", role: "region", "aria-label": "Step" });
  }

  show(session, row) {
    if (!row || row.kind === "phase") {
      return replaceChildren(this.element, element("p", { class: "empty" }, row?.text ?? "No step is selected."));
    }
    const { line, step } = row;
    const title = rowText(row);
    // A failed command's output is the text of its failure.
    const isRepeated = row.kind === "line" && line.output
      && line.failures.some((failure) => !failure.mismatch && joinedText(failureLines(failure)).startsWith(joinedText(line.output)));
    replaceChildren(this.element,
      // A long command scrolls in its box, also by keys.
      element("h2", { class: "command-title", tabindex: title.length > 300 ? "0" : null }, title),
      row.kind === "line" && line.failures.map((failure) => failureElement(failure)),
      this.#facts(session, row),
      this.#actions(session, row),
      this.#again(row),
      row.kind === "line" && line.output && !isRepeated && element("section", {},
        element("h3", {}, line.failed ? "Error" : "Output"), linesElement(line.output, "Output")),
      step && element("section", {},
        element("h3", {}, "State change"),
        step.diff ? linesElement(step.diff, "State change") : element("p", { class: "empty" }, "No state changes.")),
      !step && !line.output && line.failures.length === 0
        && element("p", { class: "empty" }, line.skipped ? "A condition skipped this line." : "No output and no state change."));
    this.element.scrollTop = 0;
  }

  #facts(session, row) {
    const { line, step } = row;
    const facts = [];
    if (line.file) facts.push(["place", `${line.file}:${line.at}`]);
    if (line.phase) facts.push(["phase", line.phase]);
    if (step) facts.push(["cause", this.#cause(session, row)]);
    if (row.kind === "step" && line.text) facts.push(["during", rowText(line.row ?? { kind: "line", line })]);
    const store = session.stores.get(row.store);
    if (store) {
      facts.push(["store", store.name === store.feature ? store.name : `${store.name} (${store.feature})`]);
      facts.push(["time", durationText(step?.time ?? line.time ?? 0)]);
    }
    if (step && session.stores.size > 0) facts.push(["step", String(step.number)]);
    return element("dl", { class: "facts" },
      facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
  }

  async #copySwift(session, copyText) {
    try {
      const text = session.swift?.text ?? await this.fetchSwift?.();
      if (text) return copyText(text, "the Swift test of the session");
      this.announce(session.swift?.reason ?? "A script that does not pass has no Swift test.");
    } catch (error) {
      this.announce((error.details?.data?.output ?? [error.message]).join("\n"));
    }
  }

  /** What runs a failing line again: a report is a file, and runs nothing. */
  #again({ kind, line }) {
    const file = this.file();
    if (!file || kind !== "line" || line.failures.length === 0 || !line.at) return null;
    const driver = document.querySelector("meta[name=driver]")?.content ?? "macho";
    const commands = [
      ["run the script again", `${driver} test ${shellWord(file)}`],
      ["stop there, at a prompt", `${driver} test --debug ${shellWord(file)}`],
      ["edit the line in a browser", `${driver} inspect --script ${shellWord(`${file}:${line.at}`)}`],
    ];
    return element("section", { class: "again" }, element("h3", {}, "Run it again"),
      element("dl", { class: "commands" }, commands.map(([purpose, command]) => element("div", {},
        element("dt", {}, purpose),
        element("dd", {}, element("code", {}, command), " ", button("Copy", async () =>
          this.announce(await copy(command) ? "Copied the command." : "The browser refuses to copy."),
        { class: "link", "aria-label": `Copy: ${command}` }))))));
  }

  #cause(session, row) {
    const { step } = row;
    if (step.cause === "sent") return "sent by the script or user";
    const store = session.stores.get(step.store);
    const effect = store?.effects.get(step.effect);
    const verb = step.cause === "modified" ? "changed by" : "received from";
    if (!effect && !step.effect) return step.cause === "modified" ? "changed by the outside" : "received from an effect";
    if (!effect) return `${verb} effect #${step.effect}`;
    const origin = store.origin(effect);
    return [
      `${verb} #${effect.id} ${effect.name}, started by `,
      origin?.row ? button(effect.origin, () => this.onSelectRow(origin.row), { class: "link" }) : effect.origin,
      ` at ${effect.location}`,
    ];
  }

  #actions(session, row) {
    const copyText = async (text, what) =>
      this.announce(await copy(text) ? `Copied ${what}.` : "The browser refuses to copy.");
    return element("div", { class: "actions" },
      commandOf(row) !== null && button("Copy script line", () => copyText(scriptLines(row), "the script line"), { title: "c" }),
      button("Copy Swift test", () => this.#copySwift(session, copyText), {
        "aria-disabled": session.swift?.text || this.fetchSwift ? null : "true", title: "of the whole session",
      }),
      this.link && button("Copy link", () => copyText(this.link(), "the link"), { title: "y" }));
  }
}

/** Returns a word as a shell reads it. */
const shellWord = (text) => (/^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Returns a row as lines of a script: the command, and the output that a test compares. */
export function scriptLines(row) {
  const output = [...(row.kind === "line" ? row.line.output ?? [] : []), ...(row.step?.diff ?? [])];
  if (row.step && !row.step.diff) output.push(["unchanged", "(No state changes)"]);
  return [commandOf(row), ...output.map(([, text]) => (text === "" ? "|" : `| ${text}`))].join("\n") + "\n";
}

/** Returns lines with roles. Many lines are a list of their own. */
export function linesElement(lines, label) {
  const render = (index) => element("div", { class: `code-line role-${lines[index][0]}` }, lines[index][1] || " ");
  if (lines.length <= 300) {
    return element("div", { class: "code" }, lines.map((line, index) => render(index)));
  }
  const list = new VirtualList({ label, role: "region", itemRole: "presentation", rowHeight: 20, render });
  list.element.classList.add("code", "long");
  list.setCount(lines.length);
  return element("div", {}, element("p", { class: "empty" }, counted(lines.length, "line")), list.element);
}

function failureElement(failure) {
  const lines = failureLines(failure);
  return element("section", { class: "failure" },
    element("h3", {}, failureTitle(failure)),
    failure.mismatch
      ? mismatchElement(failure.mismatch)
      : lines.length > 0 && linesElement(lines, "Failure"));
}

/** Returns the lines of a failure with their roles, without the marks that a terminal needs. */
function failureLines(failure) {
  const report = failure.report ?? [];
  if (report.length === 0) return failure.message ? [["problem", failure.message]] : [];
  const isOutput = (text) => /^ *A\|/.test(text);
  return report.map((text, index) => [failure.roles?.[index] ?? "plain", isOutput(text) ? text.replace(/^ *A\| ?/, "") : text]);
}

const joinedText = (lines) => lines.map(([, text]) => text.trimEnd()).join("\n");

/** Returns expected and actual output side by side. */
function mismatchElement({ expected, actual, alignment, expectedIndex, actualIndex }) {
  const pairs = alignment?.pairs ?? commonLines(expected, actual, expectedIndex, actualIndex);
  const missing = alignment ? new Set(alignment.missing) : null;
  const extra = alignment ? new Set(alignment.extra) : null;
  const rows = [];
  let [left, right] = [0, 0];
  const upTo = (leftEnd, rightEnd) => {
    while (left < leftEnd || right < rightEnd) {
      const one = left < leftEnd ? left++ : null;
      const other = right < rightEnd ? right++ : null;
      rows.push(cells(one, other,
        one !== null && (!missing || missing.has(one)), other !== null && (!extra || extra.has(other))));
    }
  };
  const cells = (one, other, isMissing, isExtra) => element("div", { class: "compared", role: "row" },
    element("span", { role: "cell", class: isMissing ? "role-removed" : "role-unchanged" }, one === null ? " " : withoutBar(expected[one]) || " "),
    element("span", { role: "cell", class: isExtra ? "role-added" : "role-unchanged" }, other === null ? " " : actual[other] || " "));
  for (const pair of pairs) {
    upTo(pair.expected, pair.actual);
    rows.push(cells(left++, right++, false, false));
  }
  upTo(expected.length, actual.length);
  return element("div", { class: "code mismatch", role: "table", "aria-label": "Expected and actual output" },
    element("div", { class: "compared head", role: "row" },
      element("span", { role: "columnheader" }, "expected"), element("span", { role: "columnheader" }, "actual")),
    rows);
}

/** Pairs the lines before the first difference, if the output was too long to align. */
function commonLines(expected, actual, expectedIndex, actualIndex) {
  const end = Math.min(expectedIndex ?? expected.length, actualIndex ?? actual.length);
  return Array.from({ length: end }, (_, index) => ({ expected: index, actual: index }));
}

const withoutBar = (line) => line.replace(/^\| ?/, "");
