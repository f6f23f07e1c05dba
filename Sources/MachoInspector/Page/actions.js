// The actions of the feature in use.

import { button, element, replaceChildren } from "./dom.js";

export class ActionsView {
  /** The feature whose actions are shown. */
  #feature;

  /** `fetch(feature)` returns actions. `onChoose(name)` is called with the one that the user chooses. */
  constructor({ fetch, onChoose }) {
    Object.assign(this, { fetch, onChoose });
    this.element = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Actions" });
  }

  /** Fetches the actions again when they are shown: the driver may be another one. */
  reset() {
    this.#feature = undefined;
  }

  async show(session) {
    const feature = session.storeInUse?.feature ?? null;
    if (feature === this.#feature) return;
    this.#feature = feature;
    let content = "No feature is open.";
    try {
      if (feature) content = element("ul", { class: "action-list" }, (await this.fetch(feature)).map((action) => this.#item(action)));
    } catch (error) {
      this.reset();
      content = error.message;
    }
    // Another feature may have been opened meanwhile.
    if (feature === (this.#feature ?? feature)) replaceChildren(this.element, content);
  }

  #item({ name, signature, summary }) {
    return element("li", {},
      button(signature, () => this.onChoose(name), { class: "link", title: "puts it into the line" }), summary && element("span", {}, summary));
  }
}
