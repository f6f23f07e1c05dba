// Paths into states, and searches for them.

import { ExactNumber } from "./numbers.js";
import { tokensOf } from "./patch.js";

/** Returns whether a value has members or elements. */
export const isComposite = (value) => typeof value === "object" && value !== null && !(value instanceof ExactNumber);

/** Returns the members of a value as pairs of key and value. */
export function membersOf(value) {
  return Array.isArray(value) ? value.map((element, index) => [index, element]) : Object.entries(value);
}

/** Returns keys and indexes as scripts write a path: `rows[0].name`. */
export function pathText(tokens) {
  let text = "";
  for (const token of tokens) {
    if (typeof token === "number" || /^\d+$/.test(token)) text += `[${token}]`;
    else if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(token)) text += text === "" ? token : `.${token}`;
    else text += `[${JSON.stringify(token)}]`;
  }
  return text;
}

/** Returns the value at a path; `undefined` if there is none. */
export function valueAt(value, tokens) {
  for (const token of tokens) {
    if (!isComposite(value) || !Object.hasOwn(value, token)) return undefined;
    value = value[token];
  }
  return value;
}

/** Returns a scalar as JSON text. */
export function scalarText(value) {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/**
 * Returns the paths whose last key or value contains a text, at most `limit` of them, and how many
 * there are. A text with dots or brackets is also compared with whole paths.
 */
export function findPaths(state, text, limit = 2_000) {
  const query = text.toLowerCase();
  const isPath = /[.[\]]/.test(query);
  const found = [];
  let count = 0;
  const path = [];
  const visit = (value, prefix) => {
    const isArray = Array.isArray(value);
    const keys = isArray ? null : Object.keys(value);
    const length = isArray ? value.length : keys.length;
    for (let index = 0; index < length; index += 1) {
      const key = isArray ? index : keys[index];
      const child = value[key];
      const whole = isPath ? prefix + step(key, prefix) : "";
      path.push(key);
      if ((isPath && whole.includes(query)) || contains(key, child, query)) {
        count += 1;
        if (found.length < limit) found.push(path.slice());
      }
      if (isComposite(child)) visit(child, whole);
      path.pop();
    }
  };
  if (query !== "" && isComposite(state)) visit(state, "");
  return { found, count };
}

function step(key, prefix) {
  if (typeof key === "number" || /^\d+$/.test(key)) return `[${key}]`;
  return (prefix === "" ? key : `.${key}`).toLowerCase();
}

function contains(key, value, query) {
  if (typeof key === "string" && key.toLowerCase().includes(query)) return true;
  if (typeof value === "string") return value.toLowerCase().includes(query);
  return !isComposite(value) && String(value).includes(query);
}

/** Returns the steps in force that changed the value at a path of a store, or a part of it. */
export function stepsChanging(store, tokens) {
  return store.path(store.current).filter((step) => step.patch.some((operation) => {
    const changed = (operation.tokens ??= tokensOf(operation.path));
    return concerns(changed, operation.op, tokens);
  }));
}

/** Whether an operation changes the value at a path, a part of it, or something around it. */
function concerns(changed, kind, tokens) {
  const shared = Math.min(changed.length, tokens.length);
  for (let index = 0; index < shared; index += 1) {
    if (changed[index] === String(tokens[index])) continue;
    // An element that comes or goes moves the elements behind it.
    return kind !== "replace" && index === changed.length - 1 && typeof tokens[index] === "number"
      && Number(changed[index]) < tokens[index];
  }
  return true;
}
