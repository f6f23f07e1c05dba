// JSON patches (RFC 6902: add, remove, replace) on values that share their unchanged parts.

/** Returns the keys and indexes of a JSON pointer. */
export function tokensOf(pointer) {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * Returns the value with the operations applied. The value itself stays as it is.
 *
 * `owned` contains the arrays and objects that earlier calls have copied: these are changed in
 * place, so that many patches of a large value copy it once.
 */
export function applyPatch(value, operations, owned = new Set()) {
  for (const operation of operations) {
    value = apply(value, tokensOf(operation.path), 0, operation, owned);
  }
  return value;
}

function apply(value, tokens, depth, operation, owned) {
  if (depth === tokens.length) return operation.op === "remove" ? undefined : operation.value;
  const token = tokens[depth];
  const isLast = depth === tokens.length - 1;
  const copy = ownedCopy(value, owned);
  if (Array.isArray(copy)) {
    const index = token === "-" ? copy.length : Number(token);
    if (isLast && operation.op === "add") copy.splice(index, 0, operation.value);
    else if (isLast && operation.op === "remove") copy.splice(index, 1);
    else copy[index] = apply(copy[index], tokens, depth + 1, operation, owned);
  } else if (isLast && operation.op === "remove") {
    delete copy[token];
  } else {
    setMember(copy, token, apply(copy[token], tokens, depth + 1, operation, owned));
  }
  return copy;
}

function ownedCopy(value, owned) {
  if (owned.has(value)) return value;
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  owned.add(copy);
  return copy;
}

/** Sets a member, whatever its key: `__proto__` must not become the prototype. */
function setMember(object, key, value) {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  } else {
    object[key] = value;
  }
}
