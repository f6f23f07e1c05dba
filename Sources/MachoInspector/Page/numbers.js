// Numbers of JSON that JavaScript cannot hold exactly.

/** A number with a fraction, as its digits. Numbers with the same digits are one object. */
export class ExactNumber {
  static #known = new Map();

  static of(digits) {
    if (!ExactNumber.#known.has(digits)) ExactNumber.#known.set(digits, new ExactNumber(digits));
    return ExactNumber.#known.get(digits);
  }

  constructor(digits) {
    this.digits = digits;
  }

  toString() {
    return this.digits;
  }

  toJSON() {
    return this.digits;
  }
}

/** Parses JSON. Numbers that JavaScript cannot hold exactly become BigInts, or ExactNumbers if they have a fraction. */
export function parseExactly(text) {
  if (!/\d[\d.]{15}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, value, context) => {
    const digits = typeof value === "number" ? context?.source ?? "" : "";
    if (/^-?\d+$/.test(digits)) return Number.isSafeInteger(value) ? value : BigInt(digits);
    // A number with an exponent is not a Decimal.
    return /^-?\d+\.\d+$/.test(digits) && String(value) !== digits ? ExactNumber.of(digits) : value;
  });
}
