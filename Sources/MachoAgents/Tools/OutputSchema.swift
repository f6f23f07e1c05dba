import MachoValues

/// Builds the JSON Schemas of structured results. No member is required, since a failed call has only
/// an error, and a later page only a cursor.
enum OutputSchema {
  typealias Property = (name: String, schema: JSONValue)

  static let text: JSONValue = ["type": "string"]
  static let texts: JSONValue = ["type": "array", "items": text]
  static let integer: JSONValue = ["type": "integer"]
  static let flag: JSONValue = ["type": "boolean"]
  /// Any JSON.
  static let any: JSONValue = [:]

  static func text(_ description: String) -> JSONValue {
    ["type": "string", "description": .string(description)]
  }

  static func texts(_ description: String) -> JSONValue {
    ["type": "array", "items": text, "description": .string(description)]
  }

  static func object(_ properties: [Property]) -> JSONValue {
    [
      "type": "object",
      "properties": .object(properties.map { JSONValue.Member($0.name, $0.schema) }),
    ]
  }

  static func list(_ properties: [Property]) -> JSONValue {
    ["type": "array", "items": object(properties)]
  }

  static let error = object([
    ("code", text), ("message", text), ("candidates", texts), ("notes", texts),
  ])

  /// The members of a session's status.
  static let status: [Property] = [
    ("position", integer), ("effects", integer),
    ("status", text("idle, asleep, waiting, external or none.")),
    ("wakes", text("The time until the next deadline of the test clock.")),
    ("next", texts("Lines to run next.")),
  ]
}
