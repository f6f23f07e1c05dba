// The branches of a live session's history, side by side.

import { button, counted, element, replaceChildren } from "./dom.js";
import { isComposite, pathText, scalarText } from "./search.js";

/** The maximum number of differences that are listed. */
const limit = 300;

export class BranchesView {
  constructor({ onGo }) {
    this.onGo = onGo;
    this.element = element("div", { class: "branches-view scroll", tabindex: "0", role: "region", "aria-label": "Branches" });
  }

  show(session, row) {
    const store = session.store(row);
    if (!store) return replaceChildren(this.element, element("p", { class: "empty" }, "No feature is open."));
    const branches = [...store.branches];
    this.other ??= branches.find(([name]) => name !== store.branch)?.[0];
    const other = store.branches.has(this.other) ? this.other : null;
    const choose = element("select", { "aria-label": "Compare with branch", onchange: () => {
      this.other = choose.value;
      this.show(session, row);
    } }, branches.map(([name]) => element("option", { value: name, selected: name === other }, name)));
    replaceChildren(this.element,
      element("ul", { class: "branch-list" }, branches.map(([name, tip]) => element("li", {},
        element("b", {}, name), ` ${counted(store.path(tip).length, "action")} `,
        name === store.branch ? element("span", { class: "chip" }, "current") : this.#goButton(name)))),
      element("ul", { class: "branch-list" }, [...store.marks].map(([name]) =>
        element("li", {}, "mark ", element("b", {}, name), " ", this.#goButton(name)))),
      branches.length < 2
        ? element("p", { class: "empty" }, "Undo some actions and start a branch: then both histories are compared here.")
        : this.#comparison(store, choose, other ?? branches[0][0]));
  }

  #goButton(name) {
    return button("Go there", () => this.onGo(name), { "aria-label": `Go there: ${name}` });
  }

  #comparison(store, choose, other) {
    const [here, there] = [store.branches.get(store.branch) ?? store.current, store.branches.get(other)];
    const [mine, theirs] = [store.path(here), store.path(there)];
    let shared = 0;
    while (shared < mine.length && mine[shared] === theirs[shared]) shared += 1;
    const column = (steps) => element("ol", { start: shared + 1 },
      steps.slice(shared, shared + limit).map((step) => element("li", {}, element("code", {}, step.command))));
    const differences = differencesOf(store.state(here), store.state(there));
    return element("div", {},
      element("p", {}, "Compare with ", choose, ` ${counted(shared, "shared action")}`),
      element("table", { class: "comparison" },
        element("thead", {}, element("tr", {}, element("th", {}, ""), element("th", {}, store.branch), element("th", {}, other))),
        element("tbody", {},
          element("tr", {}, element("th", { scope: "row" }, "actions"), element("td", {}, column(mine)), element("td", {}, column(theirs))),
          differences.slice(0, limit).map(([tokens, one, two]) => element("tr", {},
            element("th", { scope: "row" }, element("code", {}, pathText(tokens))),
            element("td", {}, element("code", {}, textOf(one))), element("td", {}, element("code", {}, textOf(two))))))),
      differences.length === 0 && element("p", { class: "empty" }, "The states are equal."),
      differences.length > limit && element("p", { class: "empty" }, `and ${differences.length - limit} more differences`));
  }
}

function textOf(value) {
  if (value === undefined) return "(none)";
  return (isComposite(value) ? JSON.stringify(value, (key, part) => (typeof part === "bigint" ? String(part) : part)) : scalarText(value)).slice(0, 300);
}

/** Returns the paths at which two values differ, with both values there. */
function differencesOf(one, two) {
  const found = [];
  const compare = (left, right, tokens) => {
    if (left === right || found.length > 10 * limit) return;
    if (!isComposite(left) || !isComposite(right) || Array.isArray(left) !== Array.isArray(right)) {
      found.push([tokens, left, right]);
      return;
    }
    const keys = Array.isArray(left)
      ? Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index)
      : [...new Set([...Object.keys(left), ...Object.keys(right)])];
    for (const key of keys) compare(memberOf(left, key), memberOf(right, key), [...tokens, key]);
  };
  compare(one, two, []);
  return found;
}

const memberOf = (value, key) => (Object.hasOwn(value, key) ? value[key] : undefined);
