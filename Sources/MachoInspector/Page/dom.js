// Elements and text. All text of the data enters the page as text nodes, never as markup.

/** Creates an element. `properties` are attributes; `on…` are listeners; `class` is the class. */
export function element(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : visibleText(child));
  }
}

/** Replaces the children of an element. The focus stays at the child of the same name, or inside of what contains it. */
export function replaceChildren(node, ...children) {
  const focused = node !== document.activeElement && node.contains(document.activeElement) ? document.activeElement : null;
  node.replaceChildren();
  append(node, children);
  if (!focused) return;
  const same = focused.isConnected ? focused : [...node.querySelectorAll(focused.tagName)]
    .find((other) => focusName(other) === focusName(focused) && !other.disabled);
  (same ?? node.closest("[tabindex='0']"))?.focus({ preventScroll: true });
}

/** What identifies a control when its surroundings are made again: `data-focus`, if its label changes. */
const focusName = (control) => control.dataset.focus ?? control.getAttribute("aria-label") ?? control.textContent;

/** The longest text that one element shows. Longer values end with their length. */
const longestText = 20_000;

// Control characters, and characters that change the direction or the look of other text.
const unsafeCharacters =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Returns text in which invisible characters are written as escapes, as in scripts. */
export function visibleText(value, limit = longestText) {
  let text = String(value);
  const length = text.length;
  if (length > limit) text = text.slice(0, limit);
  text = text.replace(unsafeCharacters, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
  return length > limit ? `${text}… (${length.toLocaleString("en")} characters)` : text;
}

/** A button with a text label. */
export function button(label, onclick, properties = {}) {
  return element("button", { type: "button", onclick, ...properties }, label);
}

/** Returns a duration of nanoseconds as scripts write it. */
export function durationText(nanoseconds) {
  const units = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];
  if (nanoseconds === 0) return "0 s";
  const [size, unit] = units.find(([size]) => Math.abs(nanoseconds) >= size) ?? units[3];
  return `${Number((nanoseconds / size).toFixed(3))} ${unit}`;
}

/** Returns "1 step" or "2 steps". */
export function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Copies a text. Returns whether that succeeded. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", { class: "offscreen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}

/** A value that is kept while a page reloads itself. */
export const reloadMemory = {
  read(key) {
    try {
      return JSON.parse(sessionStorage.getItem(`macho.${key}`));
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      sessionStorage.setItem(`macho.${key}`, JSON.stringify(value));
    } catch {
      // The page starts at its address.
    }
  },
};

/** A setting that is kept between visits, if the browser keeps anything for files. */
export const settings = {
  read(key) {
    try {
      return localStorage.getItem(`macho.${key}`);
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(`macho.${key}`, value);
    } catch {
      // The setting lasts as long as the page.
    }
  },
};
