/// What makes one value of JSON of another, as RFC 6902 writes it.
package struct JSONPatch: Equatable, Sendable {
  /// One step, to be taken after those before it.
  package enum Operation: Equatable, Sendable {
    case add(JSONPointer, JSONValue)
    case remove(JSONPointer)
    case replace(JSONPointer, JSONValue)
  }

  /// The steps in their order; none where nothing has changed.
  package var operations: [Operation]

  /// A patch of these steps.
  package init(_ operations: [Operation]) { self.operations = operations }

  /// The steps that lead from one value to the other, few where little has changed.
  package init(from old: JSONValue, to new: JSONValue) {
    var difference = JSONDifference()
    difference.compare(old, new)
    operations = difference.operations
  }

  /// Reads a patch of `add`, `remove` and `replace`.
  package init(json: JSONValue) throws(ValueError) {
    guard let steps = json.array else {
      throw Self.formatError("a patch is an array of operations")
    }
    operations = []
    for step in steps { operations.append(try Operation(json: step)) }
  }

  /// The patch as JSON: `[{"op":"replace","path":"/count","value":3}]`.
  package var json: JSONValue { .array(operations.map(\.json)) }

  static func formatError(_ message: String) -> ValueError {
    ValueError(.wrongType, 0..<0, message)
  }
}

extension JSONPatch.Operation {
  fileprivate init(json: JSONValue) throws(ValueError) {
    guard let name = json["op"]?.string,
      let path = json["path"]?.string.flatMap(JSONPointer.init(parsing:))
    else { throw JSONPatch.formatError("an operation has an 'op' and a 'path'") }
    switch (name, json["value"]) {
    case ("remove", _): self = .remove(path)
    case ("add", let value?): self = .add(path, value)
    case ("replace", let value?): self = .replace(path, value)
    default: throw JSONPatch.formatError("there is no operation '\(excerpt(name))' here")
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .add(let path, let value):
      ["op": "add", "path": .string(path.text), "value": value]
    case .remove(let path): ["op": "remove", "path": .string(path.text)]
    case .replace(let path, let value):
      ["op": "replace", "path": .string(path.text), "value": value]
    }
  }
}
