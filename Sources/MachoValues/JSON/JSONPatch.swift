/// A list of operations that turns one JSON value into another, as in RFC 6902.
package struct JSONPatch: Equatable, Sendable {
  /// One operation. Applies to the result of the operations before it.
  package enum Operation: Equatable, Sendable {
    case add(JSONPointer, JSONValue)
    case remove(JSONPointer)
    case replace(JSONPointer, JSONValue)
  }

  /// The operations in order. Empty if the values are equal.
  package var operations: [Operation]

  /// Creates a patch from its operations.
  package init(_ operations: [Operation]) { self.operations = operations }

  /// Creates a patch that turns `old` into `new`. A small change results in few operations.
  package init(from old: JSONValue, to new: JSONValue) {
    var difference = JSONDifference()
    difference.compare(old, new)
    operations = difference.operations
  }

  /// Reads a patch of `add`, `remove` and `replace` operations.
  package init(json: JSONValue) throws(ValueError) {
    guard let steps = json.array else {
      throw Self.formatError("expected an array of operations")
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
    else { throw JSONPatch.formatError("expected an operation with 'op' and 'path'") }
    switch (name, json["value"]) {
    case ("remove", _): self = .remove(path)
    case ("add", let value?): self = .add(path, value)
    case ("replace", let value?): self = .replace(path, value)
    default:
      throw JSONPatch.formatError("unknown operation '\(excerpt(name))', or its value is missing")
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
