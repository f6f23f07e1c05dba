// A client of the protocol of `macho serve`, over a WebSocket.

import { parseExactly } from "./numbers.js";

/** A connection: requests with responses, and events. */
export class Client {
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
      const message = parseExactly(data);
      if (message.method === "event") return onEvent(message.params);
      const request = this.#requests.get(message.id);
      this.#requests.delete(message.id);
      if (message.error) request?.reject(Object.assign(new Error(message.error.message), { details: message.error }));
      else request?.resolve(message.result);
    };
  }

  /** Sends a request. `onSend` gets its ID, which `cancel` needs. */
  request(method, params = {}, onSend) {
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) return reject(new Error("the connection has ended"));
      this.#last += 1;
      this.#requests.set(this.#last, { resolve, reject });
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id: this.#last, method, params }));
      onSend?.(this.#last);
    });
  }
}
